"""Scores of local bars and risk of books by the command line of the library, which needs Node."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Union

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


def risk(
    book: Any,
    bars: "Union[str, os.PathLike[str]]",
    *,
    command: Optional[Command] = None,
    **flags: Any,
) -> Dict[str, Any]:
    """What a book of perps can lose, and which position is responsible: the answer of ``barograph risk --json`` to the bit.

    Runs ``barograph risk <book> --bars <bars> --json``, so Node 20.20 or newer must be installed.

    Args:
        book: path of a file (CSV or JSON), or positions: a list of dicts or a DataFrame with ``coin``, ``side``, ``size`` or
            ``notional_usd``, and where known ``entry``, ``leverage``, ``margin``, ``collateral_usd``, ``funding_hourly``; or the
            dict of a request. What is None or NaN is left out.
        bars: a folder with a file of hourly bars for each coin, or one file.
        command: the program, as in :func:`score`.
        flags: flags of the command: ``horizon="4h"``, ``collateral=20_000``, ``hedge=0.25``, ``leave_out=True``.

    Returns:
        the answer of ``POST /risk/book`` as a dict: ``tails``, ``positions``, ``stress`` and more. Lists of it are tables:
        ``pandas.DataFrame(answer["positions"])``.

    Raises:
        CommandError: Node or the command is missing, or it refused the book, the bars or a flag; the message is its own.

    >>> risk([{"coin": "BTC", "side": "long", "notional_usd": 10_000}], "bars/")["tails"]  # doctest: +SKIP
    """
    is_path = isinstance(book, (str, os.PathLike))
    words = [*_program(command), "risk", os.fspath(book) if is_path else "-", "--bars", os.fspath(bars)]
    for name, value in {"json": True, **flags}.items():
        words.extend(_flag(name, value))
    return json.loads(_run(words, None if is_path else json.dumps(_book_of(book))))


def _book_of(book: Any) -> Any:
    """Positions, or the dict of a request, without what is not known."""
    if hasattr(book, "to_dict") and hasattr(book, "columns"):
        return [_known(position) for position in book.to_dict("records")]
    if isinstance(book, dict):
        return {**_known(book), "positions": [_known(position) for position in book["positions"]]}
    return [_known(position) for position in book]


def _known(record: Dict[str, Any]) -> Dict[str, Any]:
    """Fields with a value; numbers of numpy become those of Python."""
    plain = {name: value.item() if hasattr(value, "item") else value for name, value in record.items()}
    return {name: value for name, value in plain.items() if value is not None and value == value}


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
