"""Settings that could be the best: not foul, and in one half at least better than every other."""

import numpy as np

from houseway.hands.kernels.arrays import Array, Int
from houseway.lab.loops.compiled import kernel


@kernel
def undominated(fronts: Array, backs: Array, least_back: Array) -> tuple[Array, Array, Array]:
    """Returns the settings to keep of each row: where they begin and end, their fronts and their backs.

    Backs ascend and fronts descend within a hand. A setting whose back is below `least_back` of its front is foul.
    """
    hands, ways = fronts.shape
    first = np.zeros(hands + 1, np.int32)
    kept_fronts = np.empty(hands * ways, np.uint8)
    kept_backs = np.empty(hands * ways, np.uint16)
    best = np.zeros(256, np.int64)  # by front: the highest back with which it is not foul
    count = 0
    for hand in range(hands):
        highest: Int = 0
        for way in range(ways):
            front = fronts[hand, way]
            if backs[hand, way] >= least_back[front]:
                best[front] = max(best[front], np.int64(backs[hand, way]))
                highest = max(highest, np.int64(front))
        back = 0
        for front in range(highest, -1, -1):
            if best[front] > back:
                back = best[front]
                kept_fronts[count] = front
                kept_backs[count] = back
                count += 1
            best[front] = 0
        first[hand + 1] = count
    return first, kept_fronts[:count].copy(), kept_backs[:count].copy()
