"""The pages: one module and one kv file each, bound to a presenter."""
