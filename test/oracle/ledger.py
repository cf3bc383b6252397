"""Rows, grades and the scorecard of the ledger, computed from CSV files by code that shares nothing with the service.

Reads a JSON object on standard input: `bars` (CSV file of each scope), `cuts` (volatility cuts of the model by horizon), `forecasts`
(what was published: scope, horizon, time, regime, p by kind, expected, shares, values; of a live chain also `recorded` and `settled`,
the moments at which a row and its grade were written), `from` (first hour of the scorecard)
and `until` (end of the last hour).
Prints rows by id with their baselines and grades, and the scorecard of each scope and horizon.
"""

import csv
import json
import math
import sys
from statistics import NormalDist, fmean

DAY = 86_400_000
HOUR = 3_600_000
HOURS = {"4h": 4, "24h": 24}
WINDOW = 90 * 24
REGIMES = ["strong_trend_bull", "strong_trend_bear", "range_low_vol", "choppy_high_vol", "vol_spike", "squeeze"]
SIZES = {"next_regime": 6, "volatility": 4, "drawdown": 2}


def closes_of(path):
    with open(path) as file:
        return {int(row["timestamp"]): float(row["close"]) for row in csv.DictReader(file)}


def followed(closes, time, hours):
    span = [closes.get(time + i * HOUR) for i in range(hours + 1)]
    if None in span:
        return None
    moves = [math.log(b / a) for a, b in zip(span, span[1:])]
    falls = [1 - span[j] / span[i] for i in range(hours) for j in range(i + 1, hours + 1)]
    return {
        "return": 100 * (span[-1] / span[0] - 1),
        "volatility": 100 * math.sqrt(sum(m * m for m in moves) / hours * 8760),
        "fall": 100 * max(0.0, *falls),
    }


def slow_volatility(closes, time):
    """Root of an exponential mean of squared returns with a halflife of 360 hours, annualised percent."""
    known = [closes[t] for t in range(time - (WINDOW - 1) * HOUR, time + HOUR, HOUR) if t in closes]
    squares = [math.log(b / a) ** 2 for a, b in zip(known, known[1:])]
    if len(squares) < 168:
        return None
    mean = squares[0]
    for square in squares[1:]:
        mean += (1 - 0.5 ** (1 / 360)) * (square - mean)
    return 100 * math.sqrt(8760 * mean)


def log_score(p, came):
    return -math.log(max(p[came], 1e-12))


def brier(p, came):
    return sum((x - (k == came)) ** 2 for k, x in enumerate(p))


def pinball(shares, values, came):
    return fmean((s if came >= v else s - 1) * (came - v) for s, v in zip(shares, values))


def qlike(came, said):
    return None if said is None else (came / said) ** 2 - math.log((came / said) ** 2) - 1


def grade(row, outcome, base):
    made = {}
    for kind, p in row["p"].items():
        came = outcome.get(kind)
        top = 1 if len(p) == 2 else p.index(max(p))
        made[kind] = {
            "came": came,
            "said": p[top],
            "hit": None if came is None else came == top,
            **{n: None if came is None else f(q, came) for n, f, q in [
                ("log", log_score, p), ("brier", brier, p), ("base_log", log_score, base[kind]), ("base_brier", brier, base[kind])]},
        }
    return made


def run(given):
    rows, cards = {}, {}
    for scope, path in given["bars"].items():
        closes = closes_of(path)
        for horizon, hours in HOURS.items():
            end = (given["now"] - hours * HOUR) // DAY * DAY  # whole days alone
            mine = sorted((f for f in given["forecasts"] if f["scope"] == scope and f["horizon"] == horizon), key=lambda f: f["time"])
            regimes = {f["time"]: REGIMES.index(f["regime"]) for f in mine}
            counts = {"next_regime": [[0] * 6 for _ in REGIMES], "volatility": [0] * 4, "drawdown": [0] * 2}
            waiting, graded = [], []
            for row in mine:
                while waiting and is_known(waiting[0], row, hours):
                    settle(waiting.pop(0), closes, regimes, counts, hours, rows, graded)
                seen = {k: counts[k][regimes[row["time"]]] if k == "next_regime" else counts[k] for k in row["p"]}
                day = followed(closes, row["time"] - 24 * HOUR, 24)
                slow = slow_volatility(closes, row["time"])
                base = {k: [(c + 1) / (sum(seen[k]) + SIZES[k]) for c in seen[k]] for k in row["p"]}
                dev = None if day is None else day["volatility"] / 100 / math.sqrt(365)
                row["base"] = base
                row["base_volatility"] = None if day is None else day["volatility"]
                row["base_quantiles"] = None if dev is None else [100 * math.expm1(NormalDist().inv_cdf(s) * dev) for s in row["shares"]]
                row["cuts"] = None if slow is None else [c * slow for c in given["cuts"][horizon]]
                waiting.append(row)
            for row in waiting:
                if (row["settled"] is None) if "settled" in row else row["time"] + (hours + 1) * HOUR > given["until"]:
                    break
                settle(row, closes, regimes, counts, hours, rows, graded)
            cards[f"{scope}/{horizon}"] = card([g for g in graded if end - 30 * DAY <= g["time"] < end])
    return {"rows": rows, "cards": cards}


def is_known(old, row, hours):
    """Whether the outcome of a row counts in the baseline of a later one."""
    if "settled" in old:
        return old["settled"] is not None and old["settled"] < row["recorded"]
    return old["time"] + (hours + 1) * HOUR <= row["time"]


def settle(row, closes, regimes, counts, hours, rows, graded):
    came = followed(closes, row["time"], hours)
    outcome = {"next_regime": regimes.get(row["time"] + hours * HOUR)}
    if came is not None:
        outcome["drawdown"] = int(came["fall"] > 5)
        outcome["volatility"] = None if row["cuts"] is None else sum(came["volatility"] >= c for c in row["cuts"])
    for kind, index in outcome.items():
        if index is None or (kind == "volatility" and kind not in row["p"]):
            continue
        (counts[kind][regimes[row["time"]]] if kind == "next_regime" else counts[kind])[index] += 1
    made = {"time": row["time"], "base": row["base"], "cuts": row["cuts"], "followed": came, "grades": grade(row, outcome, row["base"])}
    if row["expected"] is not None:
        known = came and came["volatility"]
        made["expected_volatility"] = {"base": row["base_volatility"], "score": known and qlike(known, row["expected"]), "base_score": known and qlike(known, row["base_volatility"])}
    if row["shares"]:
        score = lambda values: None if came is None or values is None else pinball(row["shares"], values, came["return"])
        made["day_quantiles"] = {"base": row["base_quantiles"], "score": score(row["values"]), "base_score": score(row["base_quantiles"])}
    rows[row["id"]] = made
    graded.append(made)


def card(graded):
    made = {}
    for kind in SIZES:
        known = [g["grades"][kind] for g in graded if kind in g["grades"] and g["grades"][kind]["came"] is not None]
        bins = {}
        for one in known:
            bins.setdefault(min(9, int(one["said"] * 10)), []).append(one)
        made[kind] = {
            "graded": len(known),
            "scores": [[fmean(o[r] for o in known), fmean(o["base_" + r] for o in known)] for r in ("log", "brier")] if known else [],
            "calibration": [[fmean(o["said"] for o in b), fmean(o["hit"] for o in b), len(b)] for _, b in sorted(bins.items()) if len(b) >= 10],
        }
    for kind in ("expected_volatility", "day_quantiles"):
        pairs = [(g[kind]["score"], g[kind]["base_score"]) for g in graded if kind in g and g[kind]["score"] is not None and g[kind]["base_score"] is not None]
        made[kind] = {"graded": len(pairs), "scores": [[fmean(a for a, _ in pairs), fmean(b for _, b in pairs)]] if pairs else [], "calibration": []}
    return made


json.dump(run(json.load(sys.stdin)), sys.stdout)
