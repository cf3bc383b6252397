"""Risk of a book by numpy, from the formulas of the README: reads a case from stdin, writes the measures to stdout."""

import json
import sys

import numpy as np


def column(values):
    return np.array([np.nan if value is None else value for value in values], dtype=float)


case = json.load(sys.stdin)
config, row, steps = case["config"], case["row"], case["steps"]
names = [coin["coin"] for coin in case["coins"]]
returns = {coin["coin"]: column(coin["returns"]) for coin in case["coins"]}
sigmas = {coin["coin"]: column(coin["volatility"]) for coin in case["coins"]}
regimes = column(case["regimes"]).reshape(-1, 6)
shocks = np.array(case["shocks"])
last = row - steps
first = max(0, last + 1 - config["lookback"])
dates = np.arange(first, last + 1)

hourly, z = {}, {}
for name in names:
    hourly[name] = np.array([returns[name][t + 1 : t + steps + 1] / sigmas[name][t] for t in dates])
    z[name] = hourly[name].sum(axis=1)
stack = np.array([z[name] for name in names[: config["factorCoins"]]])
paths = np.array([hourly[name] for name in names[: config["factorCoins"]]])
whole = ~np.isnan(stack)
with np.errstate(invalid="ignore"):
    factor = np.where(whole, stack, 0).sum(axis=0) / whole.sum(axis=0)
    factor_path = np.where(whole[:, :, None], paths, 0).sum(axis=0) / whole.sum(axis=0)[:, None]

usable = ~np.isnan(factor)
overlap = np.minimum(regimes[dates], regimes[row]).sum(axis=1)
alike = overlap * np.where(shocks[dates] != shocks[row], config["otherShock"], 1.0)
alike = alike / alike[usable].mean()
raw = 0.5 ** ((last + 1 - dates) / config["halflife"]) * (config["shrinkage"] + (1 - config["shrinkage"]) * alike)
weights = np.where(usable, raw, 0)
weights = weights / weights.sum()

count = config["scenarios"]
marks = (np.arange(count) + case["u"]) / count
drawn = np.searchsorted(np.cumsum(weights), marks, side="right")
agree = float(np.mean(dates[drawn] == np.array(case["origins"])))

origins = np.array(case["origins"]) - first
prices = {}
for name, donors in case["donors"].items():
    both = ~np.isnan(z[name]) & usable
    slope = np.sum(z[name][both] * factor[both]) / np.sum(factor[both] ** 2)
    path = hourly[name][origins].copy()
    if donors is not None:
        own = np.array(donors)
        far = own >= 0
        at = own[far] - first
        path[far] = slope * (factor_path[origins[far]] - factor_path[at]) + hourly[name][at]
    prices[name] = np.exp(np.cumsum(path * sigmas[name][row], axis=1))


def maintenance(notional, tiers):
    """Half of the initial margin, each slice of the notional at the rate of its tier."""
    due = np.zeros_like(notional)
    for i, tier in enumerate(tiers):
        end = tiers[i + 1]["from"] if i + 1 < len(tiers) else np.inf
        due += np.clip(notional - tier["from"], 0, end - tier["from"]) / (2 * tier["maxLeverage"])
    return due


hours = np.arange(1, steps + 1)
value = np.zeros((count, steps))
spare = np.full((count, steps), case["crossEquity"])
profits, closed = [], []
for position in case["positions"]:
    price = prices[position["coin"]]
    size = abs(position["notional"])
    profit = position["notional"] * (price - 1) - size * position["payment"] * hours
    due = maintenance(size * price, config["tiers"])
    if position["margin"] is None:
        spare = spare + profit - due
        profits.append(profit[:, -1])
        closed.append(None)
        value += profit
        continue
    gone = np.maximum.accumulate(position["margin"] + profit <= due, axis=1)
    held = np.where(gone, -position["margin"], profit)
    profits.append(held[:, -1])
    closed.append(gone[:, -1])
    value += held
account = (spare <= 0).any(axis=1)
closed = [account if one is None else one for one in closed]
total = np.sum(profits, axis=0)
highest = np.maximum(np.maximum.accumulate(value, axis=1), 0)
falls = (highest - value).max(axis=1)

deviation = total.std()
order = np.argsort(total, kind="stable")
tails = []
for level in config["levels"]:
    size = round(level * count)
    worst = order[:size]
    tails.append(
        {
            "valueAtRisk": -float(total[worst[-1]]),
            "expectedShortfall": -float(total[worst].mean()),
            "components": [-float(own[worst].mean()) for own in profits],
        }
    )
json.dump(
    {
        "weights": weights.tolist(),
        "agree": agree,
        "mean": float(total.mean()),
        "volatility": float(deviation),
        "components": [float(np.cov(own, total, bias=True)[0, 1] / deviation) for own in profits],
        "tails": tails,
        "drawdowns": [float((falls >= share * case["capital"]).mean()) for share in config["drawdowns"]],
        "account": float(account.mean()),
        "any": float(np.any(closed, axis=0).mean()),
        "liquidations": [float(one.mean()) for one in closed],
    },
    sys.stdout,
)
