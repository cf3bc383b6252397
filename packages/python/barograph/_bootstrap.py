"""Stationary bootstrap: rows drawn in blocks of random length, so that neighbours stay together.

Source: D. N. Politis, J. P. Romano, The stationary bootstrap, Journal of the American Statistical Association 89, 1994.
"""

from __future__ import annotations

import math
from typing import Iterator, List, Sequence

from ._alea import alea


def stationary_draws(rows: int, seed: str, block: float, draws: int) -> Iterator[List[int]]:
    """Row indices of every draw. The same seed gives the same draws."""
    uniform = alea(seed)
    for _ in range(draws):
        at = 0
        indices = []
        for i in range(rows):
            if i == 0 or uniform() * block < 1:
                at = int(uniform() * rows)
            else:
                at = (at + 1) % rows
            indices.append(at)
        yield indices


def drawn_means(
    states: Sequence[int],
    outcomes: Sequence[Sequence[float]],
    count: int,
    *,
    seed: str,
    block: float,
    draws: int,
) -> List[List[List[float]]]:
    """Means by outcome and state of every draw that has the state."""
    means: List[List[List[float]]] = [[[] for _ in range(count)] for _ in outcomes]
    for indices in stationary_draws(len(states), seed, block, draws):
        rows = [0] * count
        drawn = [states[row] for row in indices]
        for state in drawn:
            rows[state] += 1
        for values, of_outcome in zip(outcomes, means):
            sums = [0.0] * count
            for state, row in zip(drawn, indices):
                sums[state] += values[row]
            for state, total in enumerate(sums):
                if rows[state] > 0:
                    of_outcome[state].append(total / rows[state])
    return means


def quantile_sorted(values: Sequence[float], p: float) -> float:
    """Quantile of ascending numbers, type 7: linear between the order statistics; NaN without numbers."""
    if not values:
        return math.nan
    position = (len(values) - 1) * p
    below = math.floor(position)
    share = position - below
    return values[below] if share == 0 else values[below] + share * (values[below + 1] - values[below])
