"""The blocks of the README, run in order on a host and on bars that the caller made."""

import contextlib
import io
import os
import re
import unittest

try:
    import pandas
except ImportError:
    pandas = None

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
URL = os.environ.get("BAROGRAPH_URL")


@unittest.skipIf(pandas is None, "no pandas: apt-get install python3-pandas")
@unittest.skipIf(URL is None, "no BAROGRAPH_URL: test/python.ci.test.ts sets it")
class Readme(unittest.TestCase):
    def test_blocks_run(self):
        with open(os.path.join(HERE, "README.md"), encoding="utf-8") as file:
            text = file.read()
        text = text.replace("http://127.0.0.1:8787", URL).replace("bg_live_…", os.environ["BAROGRAPH_KEY"])
        # the stream never ends, and a book needs bars of its coins: test_stream, follow.py and test_risk have them
        others = ("client.stream(", "risk(")
        blocks = re.findall(r"```python\n(.*?)```", text, re.S)
        blocks = [block for block in blocks if not any(name in block for name in others)]
        self.assertEqual(len(blocks), 3)
        bars = pandas.read_csv("bars/BTC_1h.csv.gz")
        namespace = {"bars": bars, "frame": bars, "labels": ["odd" if i // 50 % 2 else "even" for i in range(len(bars))]}
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            for block in blocks:
                exec(block, namespace)
        self.assertIn("unknown_symbol ['did you mean: BTC", printed.getvalue())
        self.assertGreater(len(namespace["signum"]), 0)
        self.assertEqual(len(namespace["hours"]), len(bars))
        self.assertEqual(list(namespace["days"].symbol), ["BTC", "ETH"])


if __name__ == "__main__":
    unittest.main()
