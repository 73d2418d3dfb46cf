"""Prints a CSV file as pandas reads it, as JSON: name, dtype and cells of each column, each cell as a word that says its
type.

usage: python3 read_csv.py FILE OPTIONS    OPTIONS: JSON; "read" for read_csv, "durations" the columns that hold some
"""

import json
import sys

import numpy
import pandas


def cell(v):
    if pandas.isna(v):
        return None
    if isinstance(v, (bool, numpy.bool_)):
        return f"b {str(bool(v)).lower()}"
    if isinstance(v, pandas.Timedelta):
        return f"i {v.value}"
    if isinstance(v, (int, numpy.integer)):
        return f"i {v}"
    if isinstance(v, float):
        return f"f {float(v)!r}"
    return f"s {v}"


options = json.loads(sys.argv[2])
table = pandas.read_csv(sys.argv[1], float_precision="round_trip", **options["read"])
for name in options["durations"]:
    table[name] = pandas.to_timedelta(table[name])
columns = [{"name": n, "type": str(table[n].dtype), "cells": [cell(v) for v in table[n]]} for n in table.columns]
print(json.dumps({"columns": columns}))
