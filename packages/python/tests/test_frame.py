"""Answers as DataFrames."""

import math
import unittest

from barograph import Meta, Reply

try:
    import pandas
except ImportError:
    pandas = None


def reply(body, operation="indicators.signum"):
    return Reply(body, Meta(operation, 200, {}, 1))


@unittest.skipIf(pandas is None, "no pandas: apt-get install python3-pandas")
class Frames(unittest.TestCase):
    def test_have_types_that_do_not_depend_on_the_rows(self):
        moment = 1_756_720_800_001
        row = {"symbol": "BTC", "price": 47912, "plus_di": None, "days_in_color": 3, "flipped_at": moment, "pegged": False}
        frame = reply({"items": [row, {**row, "flipped_at": None, "plus_di": 2.5, "symbol": "ETH"}]}).frame()
        types = {name: str(kind) for name, kind in frame.dtypes.items()}
        want = {
            "symbol": "object",
            "price": "float64",
            "plus_di": "float64",
            "days_in_color": "int64",
            "flipped_at": "datetime64[ns, UTC]",
            "pegged": "bool",
        }
        self.assertEqual(types, want)
        self.assertEqual(frame.flipped_at[0], pandas.Timestamp(moment, unit="ms", tz="UTC"))
        self.assertTrue(frame.flipped_at.isna()[1] and math.isnan(frame.plus_di[0]))
        self.assertEqual(list(frame.columns), list(row))

    def test_without_rows_have_the_columns_of_the_list(self):
        frame = reply({"items": [], "count": 0}).frame()
        self.assertEqual(len(frame), 0)
        self.assertIn("days_in_color", frame.columns)
        self.assertEqual(str(frame.dtypes["flipped_at"]), "datetime64[ns, UTC]")

    def test_open_records_and_keep_lists(self):
        rows = [{"a": {"b": 1, "c": {"d": None}}, "l": [1, 2]}, {"a": None, "l": []}]
        frame = reply({"rows": rows}, "unknown").frame()
        self.assertEqual(list(frame.columns), ["a_b", "a_c_d", "l"])
        self.assertEqual(frame.a_b[0], 1.0)
        self.assertEqual((frame.l[0], frame.a_c_d[0]), ([1, 2], None))

    def test_ask_for_a_name_where_there_are_several_lists(self):
        two = reply({"bids": [[1, 2]], "asks": [[3, 4], [5, 6]], "coin": "BTC"}, "perpdex.l2_book")
        with self.assertRaisesRegex(ValueError, '"field" expected one of bids, asks, got None'):
            two.frame()
        with self.assertRaisesRegex(ValueError, "got 'offers'"):
            two.frame("offers")
        self.assertEqual(two.frame("asks").values.tolist(), [[3, 4], [5, 6]])

    def test_of_an_answer_without_a_list_are_one_row(self):
        frame = reply({"score": 40, "parts": {"x": 1.5}, "label": None}, "quant.market").frame()
        self.assertEqual(frame.to_dict("records"), [{"score": 40.0, "parts_x": 1.5, "label": None}])


if __name__ == "__main__":
    unittest.main()
