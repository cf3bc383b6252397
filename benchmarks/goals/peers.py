"""Works of numpy and pandas for `peers.ts`: reads doubles (open, high, low, close, values), then a work a line, and
answers with nanoseconds: of the clock, and of the processor for `csv`."""

import sys
import time

import numpy as np
import pandas as pd

path, rows = sys.argv[1], int(sys.argv[2])
columns = np.fromfile(path, count=5 * rows).reshape(5, rows) if path else np.empty((5, 0))
opens, highs, lows, closes, values = columns


def adx(n):
    high, low, close = pd.Series(highs), pd.Series(lows), pd.Series(closes)
    up, down = high.diff(), -low.diff()
    plus = up.where((up > down) & (up > 0), 0.0)
    minus = down.where((down > up) & (down > 0), 0.0)
    before = close.shift()
    span = np.maximum(high, before) - np.minimum(low, before)
    smooth = dict(alpha=1 / n, adjust=False)
    whole = span.ewm(**smooth).mean()
    plus_di, minus_di = 100 * plus.ewm(**smooth).mean() / whole, 100 * minus.ewm(**smooth).mean() / whole
    dx = 100 * (plus_di - minus_di).abs() / (plus_di + minus_di)
    return dx.ewm(**smooth).mean(), plus_di, minus_di


def rank(n):
    return pd.Series(values).rolling(n).rank(pct=True)


def estimators(n):
    u, d, y = np.log(highs / opens), np.log(lows / opens), np.log(closes / opens)
    jump = np.log(opens[1:] / closes[:-1])
    jump = np.concatenate(([np.nan], jump))
    mean = lambda terms: pd.Series(terms).rolling(n).mean()
    variance = lambda terms: pd.Series(terms).rolling(n).var()
    x = u - d
    satchell = mean(u * (u - y) + d * (d - y))
    k = 0.34 / (1.34 + (n + 1) / (n - 1))
    all_five = (
        variance(jump + y),
        mean(x * x / (4 * np.log(2))),
        mean(0.5 * x * x - (2 * np.log(2) - 1) * y * y),
        satchell,
        variance(jump) + k * variance(y) + (1 - k) * satchell,
    )
    return [100 * np.sqrt(one * 8760) for one in all_five]


WORKS = {"adx": adx, "rank": rank, "estimators": estimators}

for line in sys.stdin:
    name, argument = line.rstrip("\n").split(" ", 1)
    clock = time.process_time_ns if name == "csv" else time.perf_counter_ns
    begin = clock()
    frame = pd.read_csv(argument) if name == "csv" else WORKS[name](int(argument))
    taken = clock() - begin
    print(taken, len(frame), flush=True)
