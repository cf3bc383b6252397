"""Seeded uniform numbers, equal to those of the TypeScript library to the bit.

The algorithm is Alea by Johannes Baagøe, 2010, MIT licence, as in the npm package seedrandom: see ``LICENCE-ALEA.txt``.
"""

from __future__ import annotations

from typing import Callable


def alea(seed: str) -> Callable[[], float]:
    """A generator of numbers from 0 to below 1. The same seed gives the same numbers."""
    mash = _mash()
    s0, s1, s2 = mash(" "), mash(" "), mash(" ")
    s0 -= mash(seed)
    s0 += s0 < 0
    s1 -= mash(seed)
    s1 += s1 < 0
    s2 -= mash(seed)
    s2 += s2 < 0
    carry = 1

    def uniform() -> float:
        nonlocal s0, s1, s2, carry
        t = 2091639 * s0 + carry * 2.3283064365386963e-10  # 2^-32
        carry = int(t)
        s0, s1, s2 = s1, s2, t - carry
        return s2

    return uniform


def _mash() -> Callable[[str], float]:
    n = float(0xEFC8249D)

    def mash(text: str) -> float:
        nonlocal n
        # JavaScript reads UTF-16 units
        units = text.encode("utf-16-le")
        for at in range(0, len(units), 2):
            n += units[at] + 256 * units[at + 1]
            h = 0.02519603282416938 * n
            n = float(_uint32(h))
            h -= n
            h *= n
            n = float(_uint32(h))
            h -= n
            n += h * 0x100000000
        return _uint32(n) * 2.3283064365386963e-10

    return mash


def _uint32(value: float) -> int:
    return int(value) & 0xFFFFFFFF
