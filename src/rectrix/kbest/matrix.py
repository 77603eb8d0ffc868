"""K-best lists as arrays: the features of all hypotheses as one sparse matrix that shares their memory."""

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from rectrix._core.kbest import Lists

if TYPE_CHECKING:
    import numpy as np
    from scipy.sparse import csr_array


def matrix(lists: Lists, width: int | None = None) -> "csr_array[np.float32, tuple[int, int]]":
    """Row h holds the features of hypothesis h; width: the number of columns, by default the space's size."""
    import numpy as np
    from scipy.sparse import csr_array

    shape = (lists.hypotheses, len(lists.space) if width is None else width)
    begins = lists.feature_begin
    if begins[-1] <= np.iinfo(np.int32).max:
        begins = begins.astype(np.int32)  # both index arrays of one type, or SciPy would copy the larger one
    parts = (lists.feature_values, lists.feature_ids, begins)
    return csr_array(parts, shape=shape, copy=False)


def sentences(lists: Lists) -> Iterator[range]:
    """The numbers of each sentence's hypotheses."""
    for begin, end in pairwise(lists.list_begin.tolist()):
        yield range(begin, end)
