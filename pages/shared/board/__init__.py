"""The drawing board: a Streamlit component, and its ES modules."""
