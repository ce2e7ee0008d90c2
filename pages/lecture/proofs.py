"""Check proof codes, as a Streamlit page: many at once, pasted or in files; the table can be saved as CSV."""

from __future__ import annotations

import streamlit as st

from pages.lecture import CHECK, TITLES
from pages.lecture.proof_table import HEAD, as_csv, check, without_codes
from pages.lecture.table import STYLE, table
from pages.lessons import LESSONS
from pages.shared.proof.secret import SECRET

PASTED = "pasted"
UNTIL_RESTART = (
    "This server has no secret of its own: codes are valid until it is restarted, and with several processes only "
    "where they were issued. `PROOF_SECRET` changes that (`deploy/README.md`)."
)

st.html(STYLE)
st.title(TITLES[CHECK], anchor=False)
st.markdown(
    "A learner who has solved the exercise of a lesson presses **Hand in** there, types a name, and gets a code. The "
    "server signs it after its own models have judged what was drawn. Whatever stands around the codes is skipped."
)
if not SECRET.lasting:
    st.warning(UNTIL_RESTART)
text = st.text_area("Codes", placeholder="NP1.…", height=140)
files = st.file_uploader("Or files with codes: texts, tables, a whole folder", accept_multiple_files=True)
texts = [(PASTED, text)] if text.strip() else []
texts += [(file.name, file.getvalue().decode("utf-8", "replace")) for file in files]
if texts:
    try:
        rows = check(texts, SECRET, LESSONS)
    except ValueError as error:
        st.error(f"These codes could not be checked: {error}.")
        st.stop()
    valid = sum(row.proof is not None for row in rows)
    st.markdown(f"**{valid} of {len(rows)} codes are valid.**")
    if empty := without_codes(texts):
        st.text(f"No code in: {', '.join(empty[:20])}{' …' if empty[20:] else ''}")
    if rows:
        st.html(table(HEAD[:-1], (row.cells(LESSONS)[:-1] for row in rows)))
        saved = as_csv(rows, LESSONS).encode("utf-8-sig")
        st.download_button("Save as CSV", saved, "proofs.csv", "text/csv", on_click="ignore")
