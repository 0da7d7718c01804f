"""What each page says and offers: plain Python, no window."""
