"""python -m demo [--workers] [FOLDER]: write the folder of static files, by default demo/site, or its workers alone."""

import argparse
from pathlib import Path

from demo.build import build, write_workers

parser = argparse.ArgumentParser(prog="python -m demo", description=__doc__)
parser.add_argument("folder", nargs="?", type=Path, default=Path(__file__).parent / "site", metavar="FOLDER")
parser.add_argument("--workers", action="store_true", help="only what responds in a browser, and no pages")
given = parser.parse_args()
(write_workers if given.workers else build)(given.folder)
sizes = [file.stat().st_size for file in given.folder.rglob("*") if file.is_file()]
print(f"{given.folder}: {len(sizes)} files, {sum(sizes) / 1e6:.1f} MB")
if not given.workers:
    print(f"To look at it: python -m http.server --directory {given.folder}")
