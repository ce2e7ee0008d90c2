"""What this process signs proof codes with: one secret for the route that issues them and the page that checks them."""

import os

from pages.shared.proof.codes import secret_of

SECRET = secret_of(os.environ.get("PROOF_SECRET", ""))
