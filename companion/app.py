"""The composition root of the app: the only place that knows all parts."""
