"""The Streamlit page around a lesson's board."""
