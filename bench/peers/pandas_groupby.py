"""Group-by with summaries in pandas: 10^6 rows of 5 columns, keys in no order; count, sum, mean, sd, sem, rate and two
quantiles a group. Raced against: BenchmarkSummarise of fencekit/frame, which makes the same frame.
pandas is called in several ways, with the labels as objects and as a category, and the fastest counts; making the
category is not timed.
Needs pandas (Debian: python3-pandas).
usage: python3 pandas_groupby.py TURNS      times on standard error; exit 1 when the figures are not those of ours"""
import sys
import time

import numpy as np
import pandas as pd

# As in fencekit/frame/bench_test.go: the number of groups, and the mean over all groups of each figure.
CASES = [
    ('100-groups', ['posture', 'margin_ms'],
     '100 1.00000000e+04 5.12238219e+06 5.12235304e+02 2.95544271e+02 '
     '2.95557917e+00 9.99192332e-02 5.12117954e+02 1.01352451e+03'),
    ('10^5-groups', ['seed'],
     '99993 1.00007000e+01 5.12274078e+03 5.12341603e+02 2.90481463e+02 '
     '9.56243787e+01 9.97996046e-02 5.12116084e+02 9.13720782e+02'),
]
LABELS = np.array(['unprotected', 'check', 'fencing', 'check+fencing', 'fencing on reads'], dtype=object)


def frame(rows=1_000_000):
    u = np.uint64
    h = np.arange(1, rows + 1, dtype=u) * u(0x9e3779b97f4a7c15)
    h = (h ^ (h >> u(30))) * u(0xbf58476d1ce4e5b9)
    h = (h ^ (h >> u(27))) * u(0x94d049bb133111eb)
    h = h ^ (h >> u(31))
    return pd.DataFrame({
        'seed': ((h >> u(40)) % u(100_000)).astype(np.int64),
        'posture': LABELS[(h % u(5)).astype(int)],
        'margin_ms': ((h >> u(8)) % u(20)).astype(float) * 25,
        'aborted': (h >> u(16)) % u(10) == 0,
        'wait_ms': ((h >> u(20)) & u((1 << 20) - 1)).astype(float) / 1024,
    })


def named(groups, **more):
    """The statistics that pandas computes for all groups at once, in one agg."""
    return groups.agg(count=('wait_ms', 'size'), sum=('wait_ms', 'sum'), mean=('wait_ms', 'mean'),
                      sd=('wait_ms', 'std'), sem=('wait_ms', 'sem'), rate=('aborted', 'mean'), **more)


def by_function(groups):
    """One agg, the quantile as a function of each group."""
    return named(groups, p50=('wait_ms', 'median'), p99=('wait_ms', lambda wait: wait.quantile(0.99)))


def by_quantile(groups):
    """One agg, and the quantile of all groups at once."""
    return named(groups, p50=('wait_ms', 'median')).assign(p99=groups['wait_ms'].quantile(0.99))


def by_quantiles(groups):
    """One agg, and both quantiles of all groups at once."""
    quantiles = groups['wait_ms'].quantile([0.5, 0.99]).unstack()
    return named(groups).assign(p50=quantiles[0.5], p99=quantiles[0.99])


def main():
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    plain = frame()
    category = plain.assign(posture=plain['posture'].astype('category'))
    bad = 0
    for case, keys, want in CASES:
        ways = {}
        for kind, data in ('object', plain), ('category', category):
            if kind == 'category' and 'posture' not in keys:
                continue
            for way in by_function, by_quantile, by_quantiles:
                if way is by_function and keys == ['seed']:
                    continue  # a call of Python for each of 10^5 groups: half a minute
                for _ in range(turns):
                    began = time.perf_counter()
                    out = way(data.groupby(keys, observed=True, sort=False))
                    took = (time.perf_counter() - began) * 1e3
                    name = f'{kind}, {way.__name__}'
                    ways[name] = min(ways.get(name, took), took)
                got = ' '.join([str(len(out))] + [f'{x:.8e}' for x in out.mean()])
                if got != want:
                    bad = 1
                    print(f'{case}, {kind}, {way.__name__}:\ngot  {got}\nwant {want}', file=sys.stderr)
        for name, took in ways.items():
            print(f'{case}: {name}: {took:.1f} ms', file=sys.stderr)
        print(f'{case} best: {min(ways.values()):.1f} ms', file=sys.stderr)
    sys.exit(bad)


main()
