"""On the path of a process under test: whatever any part of it logs, at any level, goes to standard error."""

import logging

logging.basicConfig(level=logging.DEBUG, format="logged by %(name)s: %(levelname)s %(message)s")
