"""What this package raises.

Exception
├── BundleError   a model bundle cannot be used
└── Cancelled     the caller no longer wants the answer
"""


class BundleError(Exception):
    """A bundle cannot be used; the message is one line: which file, what was found, what to do."""


class Cancelled(Exception):  # noqa: N818 - the caller's own wish is not an error
    """The caller said, between two calls of the encoder, that the answer is no longer wanted."""
