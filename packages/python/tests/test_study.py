"""The study, compared with the TypeScript function on cases that the caller wrote to BAROGRAPH_STUDIES."""

import json
import math
import os
import unittest

from barograph import study
from barograph._alea import alea
from barograph._bootstrap import quantile_sorted

DAY = 86_400_000
CASES = os.environ.get("BAROGRAPH_STUDIES")


def bars(closes):
    return {"time": [i * DAY for i in range(len(closes))], "low": [one * 0.99 for one in closes], "close": closes}


def same(ours, theirs):
    """Equal to the last bits of a logarithm, which languages round differently."""
    if theirs is None or math.isnan(ours):
        return theirs is None and math.isnan(ours)
    return math.isclose(ours, theirs, rel_tol=1e-12, abs_tol=1e-12)


class Study(unittest.TestCase):
    @unittest.skipIf(CASES is None, "no BAROGRAPH_STUDIES: test/python.ci.test.ts writes it")
    def test_equals_the_typescript_function(self):
        with open(CASES, encoding="utf-8") as file:
            cases = json.load(file)
        self.assertGreater(len(cases), 3)
        compared = 0
        for case in cases:
            found = study(case["labels"], case["bars"], case["horizon"], **case["options"])
            want = case["study"]
            self.assertEqual(found.warnings, want["warnings"])
            self.assertEqual(found.span, want["span"] and (want["span"]["from"], want["span"]["to"]))
            names = [(one["state"], one["rows"], one["independent"]) for one in found.states]
            self.assertEqual(names, [(one["state"], one["rows"], one["independent"]) for one in want["states"]])
            for ours, theirs in zip(found.states, want["states"]):
                for outcome in ("volatility", "return", "drawdown"):
                    for name in ("mean", "low", "high"):
                        compared += 1
                        pair = (ours[outcome][name], theirs[outcome][name])
                        self.assertTrue(same(*pair), (case["options"], ours["state"], outcome, name, pair))
        self.assertGreater(compared, 50)

    @unittest.skipIf(CASES is None, "no BAROGRAPH_STUDIES: test/python.ci.test.ts writes it")
    def test_draws_equal_those_of_the_typescript_library_to_the_bit(self):
        with open(CASES, encoding="utf-8") as file:
            for case in json.load(file):
                uniform = alea(case["seed"])
                self.assertEqual([uniform() for _ in case["uniforms"]], case["uniforms"])

    def test_measures_what_followed(self):
        closes = [100.0 + i for i in range(31)]
        found = study(["a"] * 31, bars(closes), 1, draws=50)
        (state,) = found.states
        self.assertEqual((state["rows"], state["independent"]), (30, 30))
        self.assertAlmostEqual(state["return"]["mean"], sum(100 / close for close in closes[:30]) / 30, 12)
        self.assertTrue(state["return"]["low"] < state["return"]["mean"] < state["return"]["high"])
        self.assertEqual(found.span, (DAY, 30 * DAY))

    def test_reads_no_label_of_none_and_nan(self):
        self.assertEqual(study([None, float("nan"), None], bars([1.0, 2.0, 3.0]), 1).states, [])

    def test_refuses_what_does_not_fit(self):
        three = bars([1.0, 2.0, 3.0])
        for arguments, message in [
            ((["a"], three, 1), '"labels" expected one for each of 3 bars, got 1'),
            ((["a"] * 3, three, 0), '"horizon" expected an integer of at least 1, got 0'),
            ((["a"] * 3, {**three, "time": [0, 2, 1]}, 1), '"time" expected ascending times, got 1 after 2 in row 3'),
            ((["a"] * 3, {"close": [1]}, 1), '"bars" expected a column "time" or "timestamp"'),
        ]:
            with self.assertRaisesRegex(ValueError, message):
                study(*arguments)
        with self.assertRaisesRegex(ValueError, '"level" expected'):
            study(["a"] * 3, three, 1, level=1)

    def test_quantiles_are_linear_between_order_statistics(self):
        self.assertEqual([quantile_sorted([1, 2, 3, 4], p) for p in (0, 0.25, 0.5, 1)], [1, 1.75, 2.5, 4])
        self.assertTrue(math.isnan(quantile_sorted([], 0.5)))


if __name__ == "__main__":
    unittest.main()
