"""The event stream over connections that end."""

import json
import unittest
from itertools import islice

from barograph import BarographError, Client
from barograph._stream import _Place, frames_of
from stub import Stub

SSE = {"content-type": "text/event-stream"}


def events(*ids, more=""):
    lines = "".join(f"id: {id}\ndata: {json.dumps({'symbol': 'BTC', 'n': id})}\n\n" for id in ids)
    return 200, SSE, (": ping\n\n" + lines + more).encode()


class Stream(unittest.TestCase):
    def test_resumes_after_the_last_id_and_brings_no_event_twice(self):
        waits = []
        gap = 'event: gap\ndata: {"after_id": 4, "resumed_after_id": 9}\n\n'
        half = 'id: 5\ndata: {"symbol"'
        with Stub(events(2, 3, 4, more=half), events(3, 4, more=gap), events(9, 10)) as stub:
            client = Client(stub.url, key="bg_test", sleep=waits.append)
            seen = list(islice(client.stream(types=["liquidation"], min_usd=100_000, since_id=1), 10))
        kinds = [message.kind for message in seen]
        self.assertEqual(kinds, ["open", "event", "event", "event", "closed", "open", "gap", "closed", "open", "event"])
        self.assertEqual([message.id for message in seen if message.kind == "event"], [2, 3, 4, 10])
        self.assertEqual(seen[6].data, {"after_id": 4, "resumed_after_id": 9})
        self.assertEqual([headers.get("last-event-id") for _, _, headers, _ in stub.asked[:3]], ["1", "4", "9"])
        self.assertEqual(stub.asked[0][1], "/api/v1/stream?types=liquidation&min_usd=100000")
        self.assertEqual(len(waits), 2)

    def test_waits_as_long_as_the_service_asks(self):
        waits = []
        busy = {"detail": {"error": "too_many_streams", "message": "No."}}
        refused = (429, {"retry-after": "5", "content-type": "application/json"}, json.dumps(busy).encode())
        with Stub(refused, events(1)) as stub:
            seen = list(islice(Client(stub.url, sleep=waits.append).stream(), 3))
        self.assertEqual([message.kind for message in seen], ["closed", "open", "event"])
        self.assertEqual((seen[0].data["error"].code, seen[0].data["retry_in"], waits), ("too_many_streams", 5.0, [5.0]))

    def test_raises_what_does_not_pass(self):
        low = {"detail": {"error": "tier_too_low", "message": "No.", "required_tier": "pro"}}
        with Stub((403, {"content-type": "application/json"}, json.dumps(low).encode())) as stub:
            with self.assertRaises(BarographError) as caught:
                next(Client(stub.url).stream())
        self.assertEqual((caught.exception.code, len(stub.asked)), ("tier_too_low", 1))

    def test_frames_are_those_of_the_standard(self):
        lines = [b": ping\r\n", b"retry: 1500\n", b"event: x\n", b"data: a\n", b"data:b\n", b"\n", b"id: 7\n", b"\n", b"data\n", b"\n"]
        place = _Place(None)
        found = [(frame.event, frame.data, frame.id) for frame in frames_of(iter(lines), place)]
        self.assertEqual(found, [("x", "a\nb", None), ("message", "", "7")])
        self.assertEqual(place.retry, 1.5)


if __name__ == "__main__":
    unittest.main()
