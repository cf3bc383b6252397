#!/usr/bin/env python3
"""Recomputes market health, event, security and policy risk from answers alone, and compares.

    python3 rederive_scores.py ANSWER.json [ANSWER.json ...]

An answer is what `barograph health|stress ... --format json` prints, or what GET /market-health, /event/regime,
/security/regime and /policy/regime answer. Nothing of the engines is read: weights, maps and formulas are written down here
a second time, from docs/scores.md. Standard library only. Exit code 1 when a number differs.
"""

import json
import math
import sys

DAY = 86_400_000
TOLERANCE = 1e-6

HEALTH = {
    "price_trend": ("long", 0.35, [
        ("pct_from_200ma", 0.5, [(-40, 0), (-10, 30), (0, 50), (15, 75), (40, 95), (80, 85)]),
        ("slope_200_pct", 0.3, [(-6, 0), (0, 45), (4, 80), (10, 100)]),
        ("cross", 0.2, [(-1, 20), (0, 50), (1, 80)])]),
    "market_breadth": ("long", 0.30, [("breadth_pct", 1, [(0, 5), (20, 25), (50, 55), (80, 88), (100, 95)])]),
    "stablecoin_flow_90d": ("long", 0.20, [("stablecoin_90d_pct", 1, [(-6, 0), (0, 45), (4, 75), (10, 100)])]),
    "macro_dxy": ("long", 0.15, [
        ("dollar_90d_pct", 0.6, [(-6, 100), (0, 50), (6, 0)]),
        ("yield_10y_90d_bp", 0.4, [(-80, 85), (0, 50), (80, 10)])]),
    "volume_quality": ("short", 0.15, [
        ("buy_ratio", 0.6, [(0.44, 0), (0.5, 50), (0.56, 100)]),
        ("volume_multiplier", 0.4, [(0.5, 45), (1, 55), (2, 80), (4, 90)])]),
    "fear_greed": ("short", 0.15, [("fear_greed", 1, [(0, 5), (25, 30), (50, 52), (75, 80), (90, 72), (100, 60)])]),
    "derivatives": ("short", 0.15, [
        ("funding_pct_8h", 0.5, [(-0.03, 55), (0, 60), (0.01, 65), (0.03, 45), (0.08, 10)]),
        ("open_interest_7d_pct", 0.25, [(-20, 30), (0, 55), (10, 65), (30, 35)]),
        ("long_short_ratio", 0.25, [(0.7, 65), (1, 60), (2, 45), (3, 25)])]),
    "market_breadth_short": ("short", 0.15, [("breadth_20_pct", 1, [(0, 5), (50, 50), (100, 95)])]),
    "volatility": ("short", 0.10, [("volatility_pctile", 1, [(0, 70), (40, 65), (80, 35), (100, 5)])]),
    "short_term_price": ("short", 0.20, [
        ("return_7d_pct", 0.6, [(-15, 0), (0, 50), (15, 100)]),
        ("return_1d_pct", 0.2, [(-6, 0), (0, 50), (6, 100)]),
        ("rsi_14", 0.2, [(20, 35), (50, 55), (70, 75), (85, 55)])]),
    "stablecoin_flow_14d": ("short", 0.10, [("stablecoin_14d_pct", 1, [(-1.5, 0), (0, 45), (1, 75), (2.5, 100)])]),
}
IMPORTANCE = {"FOMC": 1.0, "CPI": 0.9, "NFP": 0.7, "PCE": 0.6, "GDP": 0.4, "other": 0.2}
DEPEG = [(20, 0), (50, 0.1), (100, 0.3), (300, 0.7), (1000, 1)]
HACK = [(5, 0.05), (6, 0.15), (7, 0.4), (8, 0.75), (9, 1)]
FLOW = [(2, 0), (3, 25), (5, 60), (8, 100)]
MEDIA = [(0, 0), (1, 25), (3, 65), (6, 100)]
CROSS = [(0.5, 10), (1, 35), (2, 75), (3, 100)]
BANDS = [(80, "critical"), (60, "heavy"), (35, "elevated"), (15, "quiet"), (0, "dormant")]
SIGNS = {"restrictive": -1, "neutral": 0, "supportive": 1}


def along(knots, x):
    """Straight lines between knots, flat outside."""
    if x <= knots[0][0]:
        return knots[0][1]
    for (x0, y0), (x1, y1) in zip(knots, knots[1:]):
        if x <= x1:
            return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    return knots[-1][1]


def saturated(x):
    return 100 * (1 - math.exp(-x))


def mean(pairs):
    known = [(value, weight) for value, weight in pairs if value is not None]
    return None if not known else math.fsum(v * w for v, w in known) / math.fsum(w for _, w in known)


def half_up(x):
    return None if x is None else math.floor(x + 0.5)


class Check:
    def __init__(self, name):
        self.name, self.count, self.faults = name, 0, []

    def same(self, what, published, own):
        self.count += 1
        if published is None or own is None or isinstance(own, (str, bool)):
            equal = published == own
        else:
            equal = abs(published - own) <= TOLERANCE * max(1, abs(own))
        if not equal:
            self.faults.append(f"{self.name} {what}: published {published}, recomputed {own}")


def sources(readings, values, check):
    """Inputs from the two values of each series that they compare."""

    def change(name, entry, of):
        if entry is not None and values[name] is not None:
            check.same(name, values[name], of(entry["from"]["value"], entry["to"]["value"]))

    percent = lambda a, b: 100 * (b / a - 1)  # noqa: E731
    if readings["dollar"] is not None:
        change("dollar_90d_pct", readings["dollar"]["change"], percent)
    change("yield_10y_90d_bp", readings["yield10y"], lambda a, b: 100 * (b - a))
    if readings["stablecoins"] is not None:
        for days in ("14", "90"):
            change(f"stablecoin_{days}d_pct", readings["stablecoins"]["changes"][days], percent)
    if readings["fear_greed"] is not None:
        published = [one["value"] for one in readings["fear_greed"]["sources"]]
        check.same("fear_greed", values["fear_greed"], half_up(math.fsum(published) / len(published)))


def health(answer, check):
    parts = [part for one in answer["components"].values() for part in one["details"]]
    values = {part["input"]: part["value"] for part in parts}
    # Only answers of the command line say what the inputs themselves were read from.
    readings = answer.get("readings")
    if readings is not None:
        sources(readings, values, check)

    exact = {}
    for name, (_, weight, parts) in HEALTH.items():
        published = answer["components"][name]
        points = []
        for key, share, knots in parts:
            value = values[key]
            point = None if value is None else along(knots, value)
            if key == "volume_multiplier" and point is not None:
                way = values["return_1d_pct"]
                point = None if way is None else 50 if way == 0 else point if way > 0 else 100 - point
            points.append((point, share))
            detail = next(one for one in published["details"] if one["input"] == key)
            check.same(f"{name} {key} points", detail["points"], point)
            check.same(f"{name} {key} weight", detail["weight"], share)
        exact[name] = None if points[0][0] is None else mean(points)
        check.same(f"{name} score", published["score"], half_up(exact[name]))
        check.same(f"{name} available", published["available"], exact[name] is not None)
        check.same(f"{name} weight", published["weight"], weight)
    groups = [half_up(mean([(exact[n], w) for n, (g, w, _) in HEALTH.items() if g == group])) for group in ("long", "short")]
    check.same("long", answer["long_term_score"], groups[0])
    check.same("short", answer["short_term_score"], groups[1])
    # From the published integers, as any reader can.
    both = answer["long_term_score"], answer["short_term_score"]
    total = None if None in both else math.floor(0.5 * both[0] + 0.5 * both[1] + 0.5)
    check.same("total", answer["total_score"], total)
    feeling = "NEUTRAL" if total is None or 40 < total < 60 else "BULLISH" if total >= 60 else "BEARISH"
    check.same("sentiment", answer["sentiment"], feeling)


def whole(answer, check, weights, subs):
    total = math.fsum(weight for name, weight in weights.items() if subs[name] is not None)
    for name, value in subs.items():
        check.same(name, answer["sub_scores"][name], value)
        check.same(f"{name} available", answer["inputs_available"][name], value is not None)
        check.same(f"{name} weight", answer["weights"][name], 0 if value is None else weights[name] / total)
    exact = mean([(subs[name], weight) for name, weight in weights.items()])
    score = None if exact is None else math.floor(exact * 10 + 0.5) / 10
    check.same("composite", answer["composite"], score)
    check.same("partial", answer["partial"], None in subs.values())
    check.same("band", answer["band"], None if score is None else next(band for edge, band in BANDS if score >= edge))


def terms(answer, part):
    return answer["derivation"][part]["terms"]


def event(answer, check):
    window = answer["window_days"]
    unlock = macro = depeg = None
    if terms(answer, "unlock") is not None:
        x = 0
        for one in terms(answer, "unlock"):
            usual = one["day_notional"]
            if usual is None and one["market_cap"] is not None:
                usual = 0.02 * one["market_cap"]
            if not 0 <= one["days_until"] <= window or usual is None or usual <= 0:
                continue
            share = one["pct_of_float"]
            damped = 1 if share is None else math.sqrt(min(1, share / 0.05))
            x += min(3, one["usd"] / usual) * damped * 0.5 * max(0.3, 1 - one["days_until"] / window)
        unlock = saturated(x / 2)
    if terms(answer, "macro") is not None:
        x = 0
        for one in terms(answer, "macro"):
            hours = one["hours_until"]
            check.same("hours", hours, (one["timestamp"] - answer["as_of"]) / 3_600_000)
            if hours <= 24 * window:
                x += IMPORTANCE[one["print"]] * (math.exp(-hours / 36) if hours >= 0 else 0.5 * math.exp(hours / 6))
        macro = saturated(1.2 * x)
    if terms(answer, "depeg") is not None:
        depeg = 0
        listed = math.fsum(one["supply_usd"] for one in terms(answer, "depeg"))
        # A coin whose price nobody knows has a share and no term: then only the published shares are known.
        is_whole = abs(math.fsum(one["share"] for one in terms(answer, "depeg")) - 1) < 1e-9
        for one in terms(answer, "depeg"):
            share = one["supply_usd"] / listed if is_whole else one["share"]
            bps = 1e4 * (one["price"] - 1)
            severity = along(DEPEG, -bps if bps < 0 else bps / 2)
            depeg = max(depeg, 100 * severity * (0.5 + 0.5 * math.sqrt(share)))
    whole(answer, check, {"unlock": 0.40, "macro": 0.25, "depeg": 0.35}, {"unlock": unlock, "macro": macro, "depeg": depeg})


def security(answer, check):
    window = answer["window_days"]
    hack = flow = depeg = None
    if terms(answer, "hack") is not None:
        x = 0
        for one in terms(answer, "hack"):
            if 0 <= one["age_days"] <= window and one["loss_usd"]:
                x += along(HACK, math.log10(one["loss_usd"])) * 2 ** -(one["age_days"] / 3)
        hack = saturated(1.6 * x)
    if terms(answer, "flow") is not None:
        zs = [(one["net_outflow_usd"] - one["median_usd"]) / one["deviation_usd"] for one in terms(answer, "flow")]
        flow = max([along(FLOW, abs(z)) for z in zs], default=0)
    if terms(answer, "depeg") is not None:
        depeg = 0
        for one in terms(answer, "depeg"):
            severity = along(DEPEG, one["worst_bps"])
            depeg = max(depeg, 100 * severity * (0.5 + 0.5 * math.sqrt(one["share"])) * 2 ** -(one["age_days"] / 2))
    whole(answer, check, {"hack": 0.45, "flow": 0.30, "depeg": 0.25}, {"hack": hack, "flow": flow, "depeg": depeg})


def policy(answer, check):
    media = cross = rate = None
    if terms(answer, "gdelt") is not None:
        read = terms(answer, "gdelt")[0]
        z = (read["articles"] / read["hours"] - read["baseline_median"]) / read["baseline_scale"]
        media = along(MEDIA, 0.6 * max(0, z) + 0.4 * max(0, -read["tone"]))
    if terms(answer, "cross_asset") is not None:
        zs = []
        for one in terms(answer, "cross_asset"):
            z = one["move"] / one["deviation"]
            zs.append(max(0, z) if one["asset"] in ("dollar", "us_10y") else z)
        cross = along(CROSS, math.sqrt(math.fsum(z * z for z in zs) / len(zs)))
    if terms(answer, "rate") is not None:
        x = 0
        for one in terms(answer, "rate"):
            if 0 <= one["days_until"] <= answer["window_days"]:
                move = 1 + abs(one["expected_move_bp"] or 0) / 25
                x += one["importance"] * math.exp(-one["days_until"] / 7) * move
        rate = saturated(x)
    # The service lists headlines in an answer of their own.
    if "headlines" in answer:
        tilt = None
        if answer["headlines"] is not None:
            x = math.fsum(
                SIGNS[one["class"]] * one["confidence"] * 2 ** ((one["timestamp"] - answer["as_of"]) / DAY)
                for one in answer["headlines"] if one["timestamp"] <= answer["as_of"])
            tilt = math.tanh(x / 2)
        check.same("policy_tilt", answer["policy_tilt"], tilt)
    whole(answer, check, {"gdelt": 0.40, "cross_asset": 0.35, "rate": 0.25}, {"gdelt": media, "cross_asset": cross, "rate": rate})


KINDS = {"market-health": health, "event": event, "security": security, "policy": policy}


def main(paths):
    faults, count = [], 0
    for path in paths:
        with open(path, encoding="utf-8") as file:
            answer = json.load(file)
        kind = answer["config_version"].split("/")[0]
        check = Check(f"{kind} at {answer['as_of']}")
        KINDS[kind](answer, check)
        faults += check.faults
        count += check.count
    for fault in faults:
        print(fault)
    print(f"{len(paths)} answers, {count} numbers, {len(faults)} differ")
    return 1 if faults or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
