"""Measured consequences of states: what volatility, return and drawdown followed each label of a history."""

from __future__ import annotations

import datetime
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple

from ._bars import Bars, bars_of, labels_of
from ._bootstrap import drawn_means, quantile_sorted

if TYPE_CHECKING:
    import pandas

OUTCOMES = ("volatility", "return", "drawdown")
YEAR_MS = 365 * 86_400_000
#: Below this share of draws with the state there is no interval.
LEAST_DRAWS = 0.95
#: Below so many rows apart the intervals are too narrow, whatever the bootstrap says.
FEW = 20
Span = Tuple[int, int]


@dataclass(frozen=True)
class StateStudy:
    """Result of a study.

    Attributes:
        horizon: bars after each label that were measured.
        span: closes of the first and last bar that counts, epoch ms; None without one.
        states: a record per state, by name: ``state``, ``rows``, ``independent`` and, for ``volatility`` (annualised
            percent), ``return`` and ``drawdown`` (percent), a record with ``mean``, ``low`` and ``high``; NaN where too few
            draws hold the state.
        warnings: reasons to trust the figures less, as sentences.
    """

    horizon: int
    span: Optional[Span]
    states: List[Dict[str, Any]]
    warnings: List[str]

    def frame(self) -> "pandas.DataFrame":
        """A row per state, with columns such as ``volatility_mean``. Needs pandas."""
        from ._frame import rows_frame

        return rows_frame(self.states, {"rows": "i", "independent": "i"})


def study(
    labels: Sequence[Optional[str]],
    bars: Any,
    horizon: int,
    *,
    overlap: str = "blocks",
    trained_on: Sequence[Span] = (),
    level: float = 0.95,
    draws: int = 2000,
    block: float = 28,
    version: str = "stationary_bootstrap/1",
) -> StateStudy:
    """Measures what followed each label, as ``studyByState`` of the TypeScript library.

    Only bars after the label are read. A row near the end without a complete horizon, or with a gap in it, does not count.

    Args:
        labels: one for each bar, known at its close; None or NaN where there is none.
        bars: ``time`` or ``timestamp`` (open of the bar: epoch ms or datetimes), ``low`` and ``close``, oldest first: a
            DataFrame, or a mapping of lists.
        horizon: bars ahead, at least 1.
        overlap: ``blocks`` counts every row and draws blocks of twice the horizon at least; ``apart`` leaves out rows within
            the horizon of an earlier one that counts.
        trained_on: spans (from, to), epoch ms, that the rules of the labels were fitted to; a study within them is not out
            of sample.
        level: share of intervals that hold the mean.
        draws: draws of the bootstrap.
        block: mean length of a block, in bars.
        version: name of the bootstrap's numbers, a part of its seed.

    Raises:
        ValueError: labels and bars of different length, a horizon below 1, or a level outside (0, 1).

    Source: D. N. Politis, J. P. Romano, The stationary bootstrap, Journal of the American Statistical Association 89, 1994.
    """
    held = bars_of(bars)
    named = labels_of(labels)
    _refuse(horizon, overlap, level, draws, block, len(named), len(held.close))
    names = sorted({label for label in named if label is not None}, key=lambda name: name.encode("utf-16-be"))
    rows = _rows(named, held, names, horizon, overlap)
    if not rows:
        return StateStudy(horizon, None, [], [])
    of_block = max(1, block / horizon) if overlap == "apart" else max(block, 2 * horizon)
    means = drawn_means(
        [state for state, _, _ in rows],
        [[outcomes[k] for _, _, outcomes in rows] for k in range(3)],
        len(names),
        seed=f"{version}|study-by-state",
        block=min(of_block, len(rows)),
        draws=draws,
    )
    states = []
    for of, name in enumerate(names):
        own = [(bar, outcomes) for state, bar, outcomes in rows if state == of]
        if not own:
            continue
        record: Dict[str, Any] = {"state": name, "rows": len(own), "independent": _apart([b for b, _ in own], horizon)}
        for k, outcome in enumerate(OUTCOMES):
            record[outcome] = _mean([outcomes[k] for _, outcomes in own], sorted(means[k][of]), level, draws)
        states.append(record)
    step = held.step
    span = (held.time[rows[0][1]] + step, held.time[rows[-1][1]] + step)
    return StateStudy(horizon, span, states, _warnings(span, states, trained_on))


def _refuse(horizon: int, overlap: str, level: float, draws: int, block: float, labels: int, bars: int) -> None:
    for name, value in (("horizon", horizon), ("draws", draws)):
        if not isinstance(value, int) or value < 1:
            raise ValueError(f'"{name}" expected an integer of at least 1, got {value!r}')
    if overlap not in ("blocks", "apart"):
        raise ValueError(f'"overlap" expected blocks or apart, got {overlap!r}')
    if labels != bars:
        raise ValueError(f'"labels" expected one for each of {bars} bars, got {labels}')
    if not 0 < level < 1:
        raise ValueError(f'"level" expected a number in (0, 1), got {level}')
    if not block >= 1:
        raise ValueError(f'"block" expected a number ≥ 1, got {block}')


def _rows(
    labels: Sequence[Optional[str]], bars: Bars, names: Sequence[str], horizon: int, overlap: str
) -> List[Tuple[int, int, Tuple[float, float, float]]]:
    """State, bar and outcomes of each row with a label and a complete horizon."""
    index = {name: at for at, name in enumerate(names)}
    rows = []
    free = 0
    for i in range(len(labels) - horizon):
        label = labels[i]
        is_whole = bars.time[i + horizon] - bars.time[i] == horizon * bars.step
        if label is None or not is_whole or (overlap == "apart" and i < free):
            continue
        outcomes = _outcomes(bars, i, horizon, YEAR_MS / bars.step)
        if all(map(math.isfinite, outcomes)):
            rows.append((index[label], i, outcomes))
            free = i + horizon
    return rows


def _outcomes(bars: Bars, i: int, horizon: int, bars_of_year: float) -> Tuple[float, float, float]:
    close, low = bars.close, bars.low
    squares = 0.0
    peak = close[i]
    deepest = 0.0
    for j in range(i + 1, i + horizon + 1):
        ratio = close[j] / close[j - 1] if close[j - 1] else math.nan
        change = math.log(ratio) if ratio > 0 else math.nan
        squares += change * change
        fall = 1 - low[j] / peak if peak else math.nan
        deepest = max(deepest, fall) if fall == fall else math.nan
        peak = max(peak, close[j])
    first = close[i]
    change = 100 * (close[i + horizon] / first - 1) if first else math.nan
    return 100 * math.sqrt((squares / horizon) * bars_of_year), change, 100 * deepest


def _apart(bars: Sequence[int], horizon: int) -> int:
    """Most rows whose horizons do not overlap."""
    count, free = 0, -1
    for bar in bars:
        if bar >= free:
            count, free = count + 1, bar + horizon
    return count


def _mean(own: Sequence[float], drawn: Sequence[float], level: float, draws: int) -> Dict[str, float]:
    # a plain sum in order, as JavaScript adds: sum() compensates from Python 3.12 on
    total = 0.0
    for value in own:
        total += value
    is_known = len(drawn) >= LEAST_DRAWS * draws
    low, high = (
        quantile_sorted(drawn, share) if is_known else math.nan for share in ((1 - level) / 2, (1 + level) / 2)
    )
    return {"mean": total / len(own), "low": low, "high": high}


def _warnings(span: Span, states: Sequence[Dict[str, Any]], trained_on: Sequence[Span]) -> List[str]:
    within = [
        f"The rules were trained on {_day(start)} to {_day(end)}, which the study measures: it is not out of sample."
        for start, end in trained_on
        if start <= span[1] and end >= span[0]
    ]
    few = [record["state"] for record in states if record["independent"] < FEW]
    text = f"Fewer than {FEW} rows apart of {', '.join(few)}: the intervals are too narrow."
    return within + ([text] if few else [])


def _day(at: int) -> str:
    return datetime.datetime.fromtimestamp(at / 1000, datetime.timezone.utc).date().isoformat()
