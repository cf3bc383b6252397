"""The client on a host that the caller started: every operation that can be read, and the stream over a cut connection."""

import json
import os
import unittest

from barograph import BarographError, Client

try:
    import pandas
except ImportError:
    pandas = None

#: Address, key, and for each operation its parameters, status and JSON as plain fetch got them.
CASES = os.environ.get("BAROGRAPH_HOST")


@unittest.skipIf(CASES is None, "no BAROGRAPH_HOST: test/python.ci.test.ts writes it")
class Host(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(CASES, encoding="utf-8") as file:
            host = json.load(file)
        cls.client = Client(host["url"], host["key"], retries=0)
        # each is asked once: a key has 120 requests a minute
        cls.outcomes = [(case, cls.asked(case)) for case in host["cases"]]

    @classmethod
    def asked(cls, case):
        try:
            return cls.client.call(case["id"], **case["parameters"])
        except BarographError as error:
            return error

    def test_answers_are_those_of_plain_fetch(self):
        answered = 0
        for case, outcome in self.outcomes:
            if isinstance(outcome, BarographError):
                self.assertEqual(outcome.status, case["status"], (case["id"], str(outcome)))
                self.assertEqual(outcome.code, case["body"]["detail"]["error"], case["id"])
                continue
            self.assertEqual((outcome.meta.status, outcome), (case["status"], case["body"]), case["id"])
            answered += 1
        self.assertGreater(answered, 30)

    @unittest.skipIf(pandas is None, "no pandas: apt-get install python3-pandas")
    def test_lists_become_frames_with_every_row(self):
        framed = 0
        for case, outcome in self.outcomes:
            if isinstance(outcome, BarographError):
                continue
            for field, rows in outcome.items():
                if isinstance(rows, list) and rows and all(isinstance(row, dict) for row in rows):
                    frame = outcome.frame(field)
                    self.assertEqual(len(frame), len(rows), (case["id"], field))
                    for name in set(frame.columns) & {"timestamp", "as_of", "known_at"} if field == "items" else ():
                        self.assertEqual(str(frame[name].dtype), "datetime64[ns, UTC]", (case["id"], field, name))
                    framed += 1
        self.assertGreater(framed, 20)

    def test_the_allowance_comes_with_the_answer(self):
        _, answered = next(pair for pair in self.outcomes if pair[0]["id"] == "indicators.signum")
        allowance = answered.meta.allowance
        self.assertEqual((allowance.window, allowance.limit), ("minute", 120))
        self.assertLess(allowance.remaining, allowance.limit)


if __name__ == "__main__":
    unittest.main()
