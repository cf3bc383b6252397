"""Reads a CSV with pandas and prints each column: the bits of its numbers, its texts, null for nothing."""

import json
import struct
import sys

import pandas

frame = pandas.read_csv(sys.argv[1], float_precision="round_trip", keep_default_na=False, na_values=[""])


def shown(value):
    if pandas.isna(value):
        return None
    return value if isinstance(value, str) else struct.pack(">d", float(value)).hex()


print(json.dumps({name: [shown(value) for value in frame[name].tolist()] for name in frame.columns}))
