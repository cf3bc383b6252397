"""Scores of local bars, compared with what the command line writes. Needs Node and pandas."""

import json
import os
import struct
import tempfile
import unittest

from barograph import CommandError, score

try:
    import pandas
except ImportError:
    pandas = None

#: Cases by the caller: arguments, and every cell of the command's JSON, numbers as their bits.
CASES = os.environ.get("BAROGRAPH_SCORES")


def bits(value):
    """A cell as the caller writes it: the bits of a number, a text as it is, None for nothing."""
    if isinstance(value, list):
        return [bits(one) for one in value]
    if isinstance(value, dict):
        return {name: bits(one) for name, one in value.items()}
    if value is None or pandas.isna(value):
        return None
    if isinstance(value, pandas.Timestamp):
        value = value.value // 1_000_000
    return value if isinstance(value, (str, bool)) else struct.pack(">d", float(value)).hex()


def cells(frame):
    return {name: [bits(value) for value in frame[name].astype(object)] for name in frame.columns}


@unittest.skipIf(pandas is None, "no pandas: apt-get install python3-pandas")
@unittest.skipIf(CASES is None, "no BAROGRAPH_SCORES: test/python.ci.test.ts writes it")
class Scores(unittest.TestCase):
    def setUp(self):
        with open(CASES, encoding="utf-8") as file:
            self.cases = json.load(file)

    def test_equal_the_command_line_to_the_bit(self):
        self.assertGreater(len(self.cases), 3)
        for case in self.cases:
            frame = score(case["bars"], case["engine"], **case["flags"])
            self.assertGreater(len(frame), 0, case["engine"])
            found = cells(frame)
            self.assertEqual(list(found), list(case["cells"]))
            for name, want in case["cells"].items():
                self.assertEqual(found[name], want, (case["engine"], name))

    def test_of_a_frame_equal_those_of_its_file(self):
        bars = pandas.read_csv(self.cases[0]["bars"], float_precision="round_trip")
        of_file = cells(score(self.cases[0]["bars"], "signum", interval="1d"))
        self.assertEqual(cells(score(bars, "signum", interval="1d")), of_file)
        bars.index = pandas.to_datetime(bars.pop("timestamp"), unit="ms", utc=True)
        self.assertEqual(cells(score(bars, "signum", interval="1d")), of_file)

    def test_moments_are_datetimes(self):
        frame = score(self.cases[0]["bars"], "signum", interval="1d")
        self.assertEqual(str(frame.timestamp.dtype), "datetime64[ns, UTC]")

    def test_say_what_the_command_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "BTC.csv")
            with open(path, "w", encoding="utf-8") as file:
                file.write("timestamp,open,high,low,close,volume\n0,1,abc,1,1,1\n")
            with self.assertRaisesRegex(CommandError, 'row 1 column "high": expected a number, got "abc"') as caught:
                score(path, "signum")
        self.assertEqual(caught.exception.code, 2)


class Program(unittest.TestCase):
    def test_that_is_missing_is_named(self):
        with self.assertRaisesRegex(CommandError, "no-such-program is not installed"):
            score("bars.csv", command=["no-such-program"])


if __name__ == "__main__":
    unittest.main()
