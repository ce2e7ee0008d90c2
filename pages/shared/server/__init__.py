"""Start-up, headers, and the routes beside Streamlit's own."""
