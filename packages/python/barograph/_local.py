"""Scores of local bars by the command line of the library, which needs Node."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from typing import TYPE_CHECKING, Any, List, Optional, Sequence, Union

from ._errors import CommandError
from ._frame import rows_frame
from ._operations import MOMENTS

if TYPE_CHECKING:
    import pandas

Command = Union[str, "os.PathLike[str]", Sequence[str]]


def score(
    bars: Any,
    engine: str = "nowcast",
    *,
    command: Optional[Command] = None,
    rows: Optional[str] = "all",
    **flags: Any,
) -> "pandas.DataFrame":
    """Scores bars with the engines of the TypeScript library, equal to its command line to the bit.

    Runs ``barograph <engine> <bars> --format ndjson``, so Node 20.20 or newer must be installed, and pandas.

    Args:
        bars: path of a file or of a folder with a file for each coin (CSV, JSON, NDJSON or Parquet), or a DataFrame with the
            columns ``timestamp`` (or an index of times), ``open``, ``high``, ``low``, ``close``, ``volume``; name its coin
            with ``symbol="BTC"``.
        engine: command of one engine, such as ``nowcast``, ``signum``, ``technical``, ``volatility``, ``volume``.
        command: the program: a path of ``barograph.js``, or a list of words. By default the environment variable
            ``BAROGRAPH_COMMAND``, else ``npx --no-install barograph``.
        rows: ``all`` for a row per bar, ``last`` for the newest one; None for a command without the flag.
        flags: flags of the command: ``interval="1d"`` is ``--interval 1d``, True is a flag alone, a list is joined by commas.

    Returns:
        a row per bar or coin. Moments are UTC datetimes, null is NaN or None.

    Raises:
        CommandError: Node or the command is missing, or it refused the bars or a flag; the message is its own.

    >>> score("BTCUSDT.csv.gz").label.value_counts()  # doctest: +SKIP
    """
    words = [*_program(command), *engine.split()]
    text = None
    if hasattr(bars, "columns"):
        text = _csv_of(bars)
        words.append("-")
    else:
        words.append(os.fspath(bars))
    for name, value in {"format": "ndjson", "rows": rows, **flags}.items():
        words.extend(_flag(name, value))
    records = [json.loads(line) for line in _run(words, text).splitlines() if line.strip()]
    kinds = {name: "m" for record in records[:1] for name in record if name in MOMENTS}
    return rows_frame(records, kinds)


def _flag(name: str, value: Any) -> List[str]:
    flag = "--" + name.rstrip("_").replace("_", "-")
    if value is None or value is False:
        return []
    if value is True:
        return [flag]
    return [flag, ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)]


def _program(command: Optional[Command]) -> List[str]:
    if command is None:
        command = shlex.split(os.environ.get("BAROGRAPH_COMMAND", "")) or ["npx", "--no-install", "barograph"]
    if isinstance(command, (str, os.PathLike)):
        command = ["node", os.fspath(command)]
    words = [str(word) for word in command]
    program = shutil.which(words[0])
    if program is None:
        raise CommandError(f"{words[0]} is not installed: scores of local bars need Node 20.20 or newer")
    return [program, *words[1:]]


def _run(words: Sequence[str], text: Optional[str]) -> str:
    given = {"stdin": subprocess.DEVNULL} if text is None else {"input": text.encode()}
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, **given)  # type: ignore
    if done.returncode != 0:
        raise CommandError(done.stderr.decode("utf-8", "replace").strip(), done.returncode)
    return done.stdout.decode("utf-8")


def _csv_of(bars: "pandas.DataFrame") -> str:
    """The bars as CSV with every number in full."""
    from ._bars import epoch_ms

    name = next((name for name in ("timestamp", "time") if name in bars), None)
    moments = bars.index if name is None else bars[name]
    columns = [[str(epoch_ms(moment)) for moment in moments]]
    for column in ("open", "high", "low", "close", "volume"):
        if column not in bars:
            raise ValueError(f'"bars" expected a column "{column}", got {", ".join(map(str, bars.columns))}')
        columns.append(["" if value != value else repr(float(value)) for value in bars[column]])
    lines = [",".join(row) for row in zip(*columns)]
    return "\n".join(["timestamp,open,high,low,close,volume", *lines, ""])
