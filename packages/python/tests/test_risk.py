"""Risk of books, compared with what the command line writes. Needs Node; books of a DataFrame need pandas."""

import json
import os
import struct
import tempfile
import unittest

from barograph import CommandError, risk

try:
    import pandas
except ImportError:
    pandas = None

#: Cases by the caller: arguments, and the answer of the command, numbers as their bits.
CASES = os.environ.get("BAROGRAPH_RISKS")


def bits(value):
    """A value as the caller writes it: the bits of a number, anything else as it is."""
    if isinstance(value, list):
        return [bits(one) for one in value]
    if isinstance(value, dict):
        return {name: bits(one) for name, one in value.items()}
    if value is None or isinstance(value, (str, bool)):
        return value
    return struct.pack(">d", float(value)).hex()


@unittest.skipIf(CASES is None, "no BAROGRAPH_RISKS: test/python.ci.test.ts writes it")
class Risks(unittest.TestCase):
    def setUp(self):
        with open(CASES, encoding="utf-8") as file:
            self.cases = json.load(file)

    def test_equal_the_command_line_to_the_bit(self):
        self.assertGreater(len(self.cases), 1)
        for case in self.cases:
            found = risk(case["book"], case["bars"], **case["flags"])
            self.assertEqual(len(found["positions"]), len(case["book"]))
            self.assertEqual(bits(found), case["answer"])

    def test_of_a_file_a_request_and_a_frame_are_the_same(self):
        case = self.cases[0]
        expected = risk(case["book"], case["bars"])
        self.assertEqual(risk({"positions": case["book"], "seed": None}, case["bars"]), expected)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "book.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(case["book"], file)
            self.assertEqual(risk(path, case["bars"]), expected)
        if pandas is not None:
            self.assertEqual(risk(pandas.DataFrame(case["book"]), case["bars"]), expected)

    def test_say_what_the_command_refused(self):
        book = [{"coin": "NOPE", "side": "long", "notional_usd": 1}]
        with self.assertRaisesRegex(CommandError, "NOPE"):
            risk(book, self.cases[0]["bars"])


class Program(unittest.TestCase):
    def test_that_is_missing_is_named(self):
        with self.assertRaisesRegex(CommandError, "no-such-program is not installed"):
            risk([], "bars/", command=["no-such-program"])


if __name__ == "__main__":
    unittest.main()
