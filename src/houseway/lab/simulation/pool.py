"""Who does the work: threads where kernels run outside Python, processes where scripts do, a Dask cluster if named.

Chunks come back in their own order, whoever dealt them.
"""

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context

from houseway.lab.simulation.job import Job, dealt, model_of
from houseway.lab.simulation.tally import Tally
from houseway.script import Refusal

Work = list[tuple[tuple[int, int], ...]]


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def deal_all(job: Job, work: Work, workers: int, cluster: str | None) -> Iterator[list[Tally]]:
    """The tallies of every parcel of chunks, in order."""
    if cluster is not None:
        yield from _on_cluster(job, work, cluster)
    elif workers == 1 or len(work) == 1:
        for parcel in work:
            yield dealt(job, parcel)
    else:
        with _executor(job, min(workers, len(work))) as executor:
            try:
                yield from executor.map(partial(dealt, job), work)
            finally:
                executor.shutdown(wait=False, cancel_futures=True)


def _executor(job: Job, workers: int) -> Executor:
    if model_of(job).in_threads:
        return ThreadPoolExecutor(workers)
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))


def _on_cluster(job: Job, work: Work, address: str) -> Iterator[list[Tally]]:
    try:
        from distributed import Client  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        sentence = "--cluster needs Dask, which is not installed: pip install 'dask[distributed]'"
        raise Refusal("no-dask", sentence) from None
    try:
        client = Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise Refusal("cluster", f"no Dask scheduler answers at {address!r}: {error}") from None
    with client:
        for future in client.map(partial(dealt, job), work, pure=False):
            yield future.result()
