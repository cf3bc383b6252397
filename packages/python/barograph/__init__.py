"""Client of the Barograph service, studies, scores of local bars, and risk of books.

>>> from barograph import Client
>>> client = Client("http://127.0.0.1:8787", key="bg_live_...")
>>> client.indicators.signum(color="green", limit=3).frame()  # doctest: +SKIP
"""

from ._client import Client
from ._errors import BarographError, CommandError
from ._frame import frame
from ._local import risk, score
from ._reply import Allowance, Meta, Reply
from ._stream import Message
from ._study import StateStudy, study

__version__ = "0.1.0"

__all__ = [
    "Allowance",
    "BarographError",
    "Client",
    "CommandError",
    "Message",
    "Meta",
    "Reply",
    "StateStudy",
    "frame",
    "risk",
    "score",
    "study",
]
