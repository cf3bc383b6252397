"""Rows as a DataFrame. pandas is loaded by the first call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional, Sequence

from ._operations import LISTS
from ._reply import Reply

if TYPE_CHECKING:
    import pandas


def frame(reply: Reply, field: Optional[str] = None) -> "pandas.DataFrame":
    """Rows of an answer as a DataFrame.

    Moments are UTC datetimes, numbers are float64 with NaN for null, other nulls are None. Integers that are never null
    stay int64. A record within a row becomes columns named ``outer_inner``. An answer without a list is one row.

    Args:
        reply: the answer of an operation.
        field: name of the list; needed when the answer has several.

    Raises:
        ValueError: the answer has several lists and no ``field`` chooses one, or ``field`` is not one of them.
        ImportError: pandas is not installed.
    """
    lists = LISTS.get(reply.meta.operation, {})
    known = [name for name, value in reply.items() if isinstance(value, list) and (name in lists or _has_records(value))]
    if field is None:
        if not known:
            return rows_frame([reply], {})
        if len(known) > 1:
            raise ValueError(f'"field" expected one of {", ".join(known)}, got None')
        field = known[0]
    elif field not in known:
        raise ValueError(f'"field" expected one of {", ".join(known) or "no list"}, got {field!r}')
    kinds = dict(pair.rsplit(":", 1) for pair in lists.get(field, "").split())
    return rows_frame(reply[field], kinds)


def _has_records(value: Sequence[Any]) -> bool:
    return len(value) > 0 and all(isinstance(row, (dict, list)) for row in value)


def rows_frame(rows: Sequence[Any], kinds: Mapping[str, str]) -> "pandas.DataFrame":
    """A DataFrame of records. ``kinds`` has the kind of a column by its name: see ``_column``."""
    import pandas

    if any(isinstance(row, list) for row in rows):
        return pandas.DataFrame(list(rows))
    columns: Dict[str, Any] = {}
    for name in _names(rows, kinds):
        values = [row.get(name) for row in rows]
        if kinds.get(name, "j") == "j" and any(isinstance(value, dict) for value in values):
            _open_records(columns, name, values)
        else:
            columns[name] = _column(values, kinds.get(name))
    return pandas.DataFrame(columns, index=pandas.RangeIndex(len(rows)))


def _names(rows: Iterable[Mapping[str, Any]], kinds: Mapping[str, str]) -> List[str]:
    names = dict.fromkeys(name for row in rows for name in row)
    return list(names or kinds)


def _open_records(columns: Dict[str, Any], name: str, values: Sequence[Any]) -> None:
    if not all(value is None or isinstance(value, dict) for value in values):
        columns[name] = _column(values, "j")
        return
    records = [value or {} for value in values]
    for inner in _names(records, {}):
        part = [record.get(inner) for record in records]
        if any(isinstance(value, dict) for value in part):
            _open_records(columns, f"{name}_{inner}", part)
        else:
            columns[f"{name}_{inner}"] = _column(part, None)


def _column(values: Sequence[Any], kind: Optional[str]) -> "pandas.Series[Any]":
    """A column.

    Kinds: ``n`` number, ``i`` integer that is never null, ``f`` flag that is never null, ``m`` epoch ms, ``s`` ISO-8601
    text, ``t`` text, ``j`` anything else. None is guessed from the values.
    """
    import numpy
    import pandas

    present = [value for value in values if value is not None]
    if kind is None:
        is_number = len(present) > 0 and all(type(value) in (int, float) for value in present)
        is_flag = len(present) == len(values) > 0 and all(type(value) is bool for value in present)
        kind = "n" if is_number else "f" if is_flag else "j"
    if kind == "m" and all(type(value) is int for value in present):
        moments = ["NaT" if value is None else value for value in values]
        nanoseconds = numpy.array([numpy.datetime64(value, "ms") for value in moments], dtype="datetime64[ns]")
        return pandas.Series(nanoseconds).dt.tz_localize("UTC")
    if kind == "s":
        return pandas.to_datetime(pandas.Series(values, dtype="object"), utc=True)
    if kind == "n" and all(type(value) in (int, float) for value in present):
        return pandas.Series([float("nan") if value is None else float(value) for value in values], dtype="float64")
    if kind == "i" and len(present) == len(values) and all(type(value) is int for value in present):
        return pandas.Series(values, dtype="int64")
    if kind == "f" and len(present) == len(values) and all(type(value) is bool for value in present):
        return pandas.Series(values, dtype="bool")
    return pandas.Series(values, dtype="object")
