"""Processor time of one call, whatever ran before it in the same process."""

import gc
import time


def started() -> float:
    """The processor time from which a call is counted, after what other tests left is collected."""
    gc.collect()
    return time.process_time()
