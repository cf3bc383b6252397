"""Follows the stream of a host and prints a line of JSON per message, until an id: for test/python.ci.test.ts."""

import json
import sys

from barograph import Client

url, key, since, last = sys.argv[1:]
for message in Client(url, key).stream(types=["price_move"], since_id=int(since)):
    print(json.dumps({"kind": message.kind, "id": message.id}), flush=True)
    if message.id is not None and message.id >= int(last):
        break
