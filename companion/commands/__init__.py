"""The subcommands: one module each with ``add_to(subparsers)`` and ``run(args) -> int``."""
