"""python -m demo [FOLDER]: write the folder of static files, by default demo/site."""

import sys
from pathlib import Path

from demo.build import build

FOLDER = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "site"

build(FOLDER)
sizes = [file.stat().st_size for file in FOLDER.rglob("*") if file.is_file()]
print(f"{FOLDER}: {len(sizes)} files, {sum(sizes) / 1e6:.1f} MB")
print(f"To look at it: python -m http.server --directory {FOLDER}")
