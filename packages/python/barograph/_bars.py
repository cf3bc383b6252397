"""Bars and labels as a person has them: DataFrames, mappings of lists, arrays."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any, List, Optional, Sequence


@dataclass(frozen=True)
class Bars:
    """Columns that a study reads. ``time`` is the open of a bar, epoch ms; ``step`` the shortest distance of two."""

    time: List[int]
    low: List[float]
    close: List[float]
    step: int


def bars_of(bars: Any) -> Bars:
    """Columns of bars.

    Raises:
        ValueError: a column is missing or has another length, or times do not ascend.
    """
    name = next((name for name in ("time", "timestamp") if name in bars), None)
    if name is not None:
        moments = list(bars[name])
    elif hasattr(bars, "index") and hasattr(bars, "columns"):
        moments = list(bars.index)
    else:
        raise ValueError('"bars" expected a column "time" or "timestamp", got none')
    time = [epoch_ms(moment) for moment in moments]
    columns = []
    for column in ("low", "close"):
        if column not in bars:
            raise ValueError(f'"bars" expected a column "{column}", got none')
        columns.append([float(value) for value in bars[column]])
        if len(columns[-1]) != len(time):
            raise ValueError(f'"{column}" expected {len(time)} values, as "{name}" has, got {len(columns[-1])}')
    steps = [after - before for before, after in zip(time, time[1:])]
    if any(step <= 0 for step in steps):
        row = next(row for row, step in enumerate(steps) if step <= 0) + 1
        raise ValueError(f'"{name}" expected ascending times, got {time[row]} after {time[row - 1]} in row {row + 1}')
    return Bars(time, columns[0], columns[1], min(steps, default=0))


def epoch_ms(moment: Any) -> int:
    """A moment as epoch ms. Datetimes without a zone are UTC, as pandas reads times of files."""
    if isinstance(moment, datetime.datetime):
        aware = moment if moment.tzinfo is not None else moment.replace(tzinfo=datetime.timezone.utc)
        return (aware - EPOCH) // datetime.timedelta(milliseconds=1)
    return int(moment)


EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def labels_of(labels: Sequence[Any]) -> List[Optional[str]]:
    """Labels as texts. None and NaN are no label."""
    return [None if label is None or label != label else str(label) for label in labels]
