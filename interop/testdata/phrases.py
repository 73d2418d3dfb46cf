"""Runs the pandas blocks of docs/frames.md, given as JSON on standard input, and writes what each gives as JSON."""
import ast
import contextlib
import io
import json
import math
import sqlite3
import sys
import warnings

import numpy as np
import pandas as pd

warnings.simplefilter("ignore")


def cell(x):
    if x is None or x is pd.NaT or x is pd.NA or isinstance(x, float) and math.isnan(x):
        return None
    if isinstance(x, (pd.Timedelta, np.timedelta64)):
        return pd.Timedelta(x).value
    if isinstance(x, (bool, np.bool_)):
        return bool(x)
    if isinstance(x, (int, np.integer)):
        return int(x)
    if isinstance(x, (float, np.floating)):
        return None if math.isnan(x) else float(x)
    return str(x)


def table(title, x):
    if isinstance(x, pd.Series):
        x = x.to_frame("value" if x.name is None else x.name)
    if isinstance(x, pd.DataFrame):
        if not isinstance(x.index, pd.RangeIndex) and (x.index.names != [None] or x.index.inferred_type == "string"):
            x = x.reset_index()
        names = ["_".join(str(p) for p in c) if isinstance(c, tuple) else str(c) for c in x.columns]
        return {"title": title, "names": names, "cells": [[cell(v) for v in x.iloc[:, j]] for j in range(len(names))]}
    if isinstance(x, (list, tuple, np.ndarray, pd.Index)):
        return {"title": title, "names": ["value"], "cells": [[cell(v) for v in x]]}
    return {"title": title, "names": ["value"], "cells": [[cell(x)]]}


def value(code, scope):
    """The last expression of a block, after the statements before it; or what the block calls out."""
    tree = ast.parse(code)
    last = tree.body[-1]
    if isinstance(last, ast.Expr):
        tree.body.pop()
        exec(compile(tree, "block", "exec"), scope)
        return eval(compile(ast.Expression(last.value), "block", "eval"), scope)
    exec(compile(tree, "block", "exec"), scope)
    return scope.get("out", scope.get("df"))


scope = {"pd": pd, "np": np, "io": io, "sqlite3": sqlite3}
results = []
for entry in json.load(sys.stdin):
    if not entry["run"]:
        results.append({"title": entry["title"], "names": [], "cells": []})
        continue
    mine = scope if not results else dict(scope)
    if results:
        mine["df"] = scope["df"].copy()
    try:
        with contextlib.redirect_stdout(sys.stderr):  # info() prints
            results.append(table(entry["title"], value(entry["code"], mine)))
    except Exception as e:
        sys.exit(f"{entry['title']}: {type(e).__name__}: {e}")
json.dump(results, sys.stdout)
