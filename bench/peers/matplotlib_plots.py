"""Lane charts and the margin chart in matplotlib on Agg: two logs of about 10,000 events at 7 x 3.5 in and 300 dpi, and
the table of `fence margin` at 3.3 x 4 in and 300 dpi. Raced against: the same charts of package plots.
Drawn the way of one who minds the time: no pyplot, one artist a style and never one an event, a fixed layout. Where
matplotlib has several ways that look the same, each is timed and the fastest counts: bars as a PolyCollection or as one
compound path (which, hatched, is ten times as fast), lines as a LineCollection or as one path, PNG at zlib's level 6 or
1. Reading the files is not timed, nor is following the log to see who held what; building the figure, drawing and
encoding are.
Needs matplotlib (Debian: python3-matplotlib).
usage: python3 matplotlib_plots.py DIR TURNS [OUT]   DIR has lease.ndjson, protocol.ndjson, margin.csv
Prints "NAME WHICH SECONDS", a median of the turns, on standard output: WHICH is plain for collections and level 6, as
one writes it first, and fastest for the fastest of all ways. Every way is on standard error; with OUT, a folder, the
pictures are written there as NAME.png."""
import csv
import io
import itertools
import json
import os
import statistics
import sys
import time

import matplotlib
matplotlib.use('Agg')
import numpy as np
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, PathPatch
from matplotlib.path import Path

matplotlib.rcParams.update({
    'font.size': 7, 'axes.linewidth': 0.5, 'hatch.linewidth': 0.5, 'xtick.major.width': 0.5, 'ytick.major.width': 0.5,
    'axes.spines.top': False, 'axes.spines.right': False,
})
BLUE, SKY, GREEN, ORANGE, RED, PURPLE = '#0072b2', '#56b4e9', '#009e73', '#e69f00', '#d55e00', '#cc79a7'
GREY, DARK = '#9a9a9a', '#333333'
DPI, SMALL = 300, 5  # points a small label


class Way:
    """How to draw what can be drawn in several ways."""

    def __init__(self, bars, lines, level):
        self.bars, self.lines, self.level = bars, lines, level

    def __str__(self):
        return f'{self.bars} bars, {self.lines} lines, level {self.level}'


PLAIN = Way('collected', 'collected', 6)
WAYS = [PLAIN] + [Way('compound', *way) for way in itertools.product(['collected', 'joined'], [6, 1])]


# Marks. All take whole arrays.

def bars(ax, way, spans, y, height, face, edge='none', hatch=None, width=0, alpha=None, order=2):
    """Rectangles from spans, an array of (from, to), at y, a number or one a span."""
    if len(spans) == 0:
        return
    x0, x1 = spans[:, 0], spans[:, 1]
    y0 = np.broadcast_to(np.asarray(y, float) - height / 2, x0.shape)
    corners = np.stack([x0, y0, x1, y0, x1, y0 + height, x0, y0 + height], axis=1).reshape(-1, 4, 2)
    style = dict(facecolor=face, edgecolor=edge, hatch=hatch, linewidth=width, alpha=alpha, zorder=order)
    if way.bars == 'collected':
        ax.add_collection(PolyCollection(corners, **style), autolim=False)
        return
    closed = np.concatenate([corners, corners[:, :1]], axis=1).reshape(-1, 2)
    codes = np.tile(np.array([Path.MOVETO] + 3 * [Path.LINETO] + [Path.CLOSEPOLY], Path.code_type), len(corners))
    ax.add_artist(PathPatch(Path(closed, codes), **style))


def lines(ax, way, ends, colour, width, alpha=None, order=3, style='-'):
    """Straight lines from ends, an array of (x0, y0, x1, y1)."""
    if len(ends) == 0:
        return
    if way.lines == 'collected':
        ax.add_collection(LineCollection(ends.reshape(-1, 2, 2), colors=colour, linewidths=width, alpha=alpha,
                                         zorder=order, linestyles=style), autolim=False)
        return
    path = Path(ends.reshape(-1, 2), np.tile(np.array([Path.MOVETO, Path.LINETO], Path.code_type), len(ends)))
    ax.add_artist(PathPatch(path, facecolor='none', edgecolor=colour, linewidth=width, alpha=alpha, zorder=order,
                            linestyle=style, capstyle='projecting'))


def dots(ax, x, y, marker, colour, size, order=4, hollow=False):
    """Markers. A line without a line draws a marker once and stamps it; scatter strokes each."""
    if len(x):
        ax.add_line(Line2D(x, np.broadcast_to(y, np.shape(x)), linestyle='none', marker=marker, markersize=size,
                           markerfacecolor='white' if hollow else colour, markeredgecolor=colour, markeredgewidth=0.4,
                           zorder=order))


def pixels_a_second(ax):
    """Horizontal pixels a unit of the x axis, whose limits are set."""
    low, high = ax.get_xlim()
    return ax.get_position().width * ax.figure.get_figwidth() * DPI / (high - low)


def text_width(text):
    """Pixels that a small label of digits takes, with a pixel's room at its ends."""
    return len(text) * 0.636 * SMALL * DPI / 72 + 2


def labels(ax, spans, y, texts, colour, scale):
    """A label in the middle of every bar that is wider than it."""
    for (x0, x1), middle, text in zip(spans, np.broadcast_to(y, len(spans)), texts):
        if (x1 - x0) * scale > text_width(text):
            ax.text((x0 + x1) / 2, middle, text, fontsize=SMALL, color=colour, ha='center', va='center', zorder=6)


def labels_apart(ax, x, y, texts, scale):
    """A label above every mark that has room for it on both sides."""
    x = np.asarray(x)
    room = np.minimum(np.diff(x, prepend=-np.inf), np.diff(x, append=np.inf)) * scale
    for i in np.flatnonzero(room > 2 * SMALL * DPI / 72):
        if room[i] > text_width(texts[i]):
            ax.text(x[i], y, texts[i], fontsize=SMALL, ha='center', va='bottom', zorder=6)


# The lease log.

class Lease:
    """What a lease log says of who held what, as arrays of seconds."""

    def __init__(self, events, end):
        self.end = end
        self.clients = sorted({e['actor'] for e in events if e['kind'] == 'begin'})
        self.leases(events)
        self.beliefs(events)
        self.marks(events)
        self.writes(events)

    def leases(self, events):
        """Leases from grant to expiry, release or the next grant."""
        self.lease, now = [], None
        for e in events:
            f = e['fields']
            if e['kind'] == 'grant':
                now = [e['t'], float(f['until']) / 1e3, f['to'], f['token']]
                self.lease.append(now)
            elif e['kind'] in ('expire', 'release') and now and f['of'] == now[2] and f['token'] == now[3]:
                now[1] = min(now[1], e['t'])
        for a, b in zip(self.lease, self.lease[1:]):
            a[1] = min(a[1], b[0])
        self.lease_spans = array([a[:2] for a in self.lease]).clip(max=self.end)
        self.tokens = [a[3] for a in self.lease]

    def beliefs(self, events):
        """For each client its beliefs, cut into what its lease covers and what not; and where two believe at once."""
        self.solid, self.bare = {c: [] for c in self.clients}, {c: [] for c in self.clients}
        until = {(a[2], a[3]): a[1] for a in self.lease}
        since, edges = {}, []
        for e in events + [{'t': self.end, 'actor': c, 'kind': 'end', 'fields': {}} for c in self.clients]:
            c = e['actor']
            if e['kind'] == 'begin':
                since[c] = e['t'], until[c, e['fields']['token']]
            elif e['kind'] == 'end' and c in since:
                start, died = since.pop(c)
                edges += [(start, 1), (e['t'], -1)]
                self.solid[c].append((start, min(died, e['t'])))
                if died < e['t']:
                    self.bare[c].append((died, e['t']))
        self.solid, self.bare = arrays(self.solid), arrays(self.bare)
        self.races, believers = [], 0
        for t, step in sorted(edges):
            if believers == 2 and step < 0 and t > opened:
                self.races.append((opened, t))
            believers += step
            if believers == 2 and step > 0:
                opened = t
        self.races = array(self.races)

    def marks(self, events):
        """Pauses, checks, requests and clock steps of each client."""
        aborted = {e['fields']['id'] for e in events if e['kind'] == 'abort'}
        kinds = ['pause', 'passed', 'aborted', 'sent', 'request', 'step']
        self.mark = {kind: {c: [] for c in self.clients} for kind in kinds}
        self.step_texts = {c: [] for c in self.clients}
        for e in events:
            t, c, f = e['t'], e['actor'], e['fields']
            if e['kind'] == 'pause':
                self.mark['pause'][c].append((t, min(self.end, t + float(f['for']) / 1e3)))
            elif e['kind'] == 'check':
                self.mark['aborted' if f['id'] in aborted else 'passed'][c].append(t)
            elif e['kind'] in ('send', 'request'):
                self.mark['sent' if e['kind'] == 'send' else 'request'][c].append(t)
            elif e['kind'] == 'clock-step':
                self.mark['step'][c].append(t)
                self.step_texts[c].append(f'{float(f["by"]) / 1e3:.1f} s')
        self.mark['pause'] = arrays(self.mark['pause'])

    def writes(self, events):
        """Writes by fate with their tokens, and the staircase of the highest token applied."""
        self.fates = {'applied': [], 'unlocked': [], 'refused': []}
        self.stairs, highest, i = [(0, 0)], 0, -1
        for e in events:
            if e['kind'] == 'grant':
                i += 1
            elif e['kind'] in ('applied', 'refused'):
                token, holder = int(e['fields']['token']), self.lease[i]
                live = holder[2] == e['fields']['by'] and e['t'] <= holder[1]
                fate = 'refused' if e['kind'] == 'refused' else 'applied' if live else 'unlocked'
                self.fates[fate].append((e['t'], token))
                if fate != 'refused' and token > highest:
                    highest = token
                    self.stairs.append((e['t'], token))
        self.stairs = array(self.stairs + [(self.end, highest)])
        self.fates, self.highest = arrays(self.fates), max(highest, 1)


def array(pairs):
    return np.array(pairs, float).reshape(-1, 2)


def arrays(lists):
    return {key: array(pairs) for key, pairs in lists.items()}


def lanes_figure(title, names, heights, end):
    """A figure of 7 x 3.5 in with a lane a name, the first at the top, and where the lanes' middles are."""
    fig = Figure(figsize=(7, 3.5), dpi=DPI)
    ax = fig.add_axes([0.06, 0.11, 0.76, 0.81])
    tops = np.concatenate([[0], np.cumsum(heights)])
    middles = -(tops[:-1] + tops[1:]) / 2
    ax.set_xlim(0, end)
    ax.set_ylim(-tops[-1], 0)
    ax.set_yticks(middles, names)
    ax.tick_params(axis='y', length=0)
    ax.set_xlabel('time, s')
    ax.set_title(title, loc='left', fontsize=8)
    return fig, ax, dict(zip(names, middles))


def legend(ax, handles):
    ax.legend(handles=handles, loc='upper left', bbox_to_anchor=(1.01, 1.01), borderaxespad=0, frameon=False,
              fontsize=6)


def key(text, marker, colour, hollow=False):
    return Line2D([], [], linestyle='none', marker=marker, markersize=3.5, color=colour, label=text,
                  markeredgewidth=0.6, markerfacecolor='white' if hollow else colour)


def draw_lease(log, way):
    names = ['svc'] + log.clients + ['S']
    fig, ax, at = lanes_figure('One lock, five clients, expiry check and fence', names,
                               [1] + [1] * len(log.clients) + [2], log.end)
    scale, low, high = pixels_a_second(ax), -len(log.clients) - 3, 0
    bars(ax, way, log.races, (low + high) / 2, high - low, RED, alpha=0.12, order=1)
    bars(ax, way, log.lease_spans, at['svc'], 0.5, SKY)
    ends = log.lease_spans[:, 1]
    foot = np.full(len(ends), at['svc'] - 0.25)
    lines(ax, way, np.stack([ends, foot - 0.12, ends, foot], axis=1), DARK, 0.4)
    labels(ax, log.lease_spans, at['svc'], log.tokens, 'black', scale)
    for c in log.clients:
        draw_client(ax, way, log, c, at[c], scale)
    base, tall = at['S'] - 0.85, 1.7 / log.highest
    stairs = log.stairs
    ax.add_line(Line2D(stairs[:, 0], base + stairs[:, 1] * tall, drawstyle='steps-post', color=DARK, linewidth=0.6))
    for fate, marker, colour in FATES:
        writes = log.fates[fate]
        dots(ax, writes[:, 0], base + writes[:, 1] * tall, marker, colour, 2.5 if fate == 'applied' else 4, order=5)
    legend(ax, LEASE_KEYS)
    return fig


FATES = [('applied', 'o', GREEN), ('unlocked', '^', RED), ('refused', 'x', 'black')]


def draw_client(ax, way, log, c, y, scale):
    bars(ax, way, log.solid[c], y, 0.4, BLUE)
    bars(ax, way, log.bare[c], y, 0.4, 'white', edge=RED, hatch='//////', width=0.3)
    bars(ax, way, log.mark['pause'][c], y - 0.31, 0.16, '#e4e4e4', edge=GREY, hatch='xxxxxx', width=0.3)
    texts = [f'{b - a:.1f} s' for a, b in log.mark['pause'][c]]
    labels(ax, log.mark['pause'][c], y - 0.31, texts, 'black', scale)
    dots(ax, log.mark['request'][c], y + 0.3, '|', GREY, 2.5)
    dots(ax, log.mark['passed'][c], y, 'o', DARK, 1.6, hollow=True)
    dots(ax, log.mark['aborted'][c], y, 'o', ORANGE, 2.6)
    dots(ax, log.mark['sent'][c], y + 0.18, '.', 'black', 1.5)
    dots(ax, log.mark['step'][c], y + 0.4, 7, PURPLE, 2.5)
    labels_apart(ax, log.mark['step'][c], y + 0.4, log.step_texts[c], scale)


LEASE_KEYS = [
    Patch(facecolor=SKY, label='lease'), key('lease dies', '|', DARK),
    Patch(facecolor=BLUE, label='belief, covered'),
    Patch(facecolor='white', edgecolor=RED, hatch='//////', linewidth=0.3, label='belief, no lease'),
    Patch(facecolor='#e4e4e4', edgecolor=GREY, hatch='xxxxxx', linewidth=0.3, label='stopped'),
    Patch(facecolor=RED, alpha=0.12, label='two believe'), key('request', '|', GREY),
    key('check, passed', 'o', DARK, True), key('check, abort', 'o', ORANGE), key('send', '.', 'black'),
    key('clock step', 7, PURPLE), Line2D([], [], color=DARK, linewidth=0.6, label='highest token'),
    key('applied', 'o', GREEN), key('applied, unlocked', '^', RED), key('refused', 'x', 'black'),
]


# The protocol log.

class Protocol:
    """Messages, spans and events of a protocol log, as arrays of seconds and lanes."""

    def __init__(self, events, end):
        self.end = end
        self.nodes = sorted({e['actor'] for e in events}, key=lambda n: int(n[1:]))
        lane = {n: -i - 0.5 for i, n in enumerate(self.nodes)}
        sent, since, down = {}, {}, {}
        found = {kind: [] for kind in ('arrow', 'drop', 'cs', 'down', 'crash', 'restart', 'request', 'timer', 'sent')}
        for e in events:
            t, y, kind, msg = e['t'], lane[e['actor']], e['kind'], e['fields'].get('msg')
            if kind == 'send':
                sent[msg] = t, y, lane[e['fields']['to']]
                found['sent'].append((t, y))
            elif kind in ('recv', 'drop'):
                t0, y0, _ = sent.pop(msg)
                found['arrow' if kind == 'recv' else 'drop'].append((t0, y0, t, y))
            elif kind in ('begin', 'crash'):
                (since if kind == 'begin' else down)[y] = t
            elif kind in ('end', 'restart'):
                found['cs' if kind == 'end' else 'down'].append(((since if kind == 'end' else down).pop(y), t, y))
            if kind in ('crash', 'restart', 'request', 'timer'):
                found[kind].append((t, y))
        found['cs'] += [(t, self.end, y) for y, t in since.items()]
        found['down'] += [(t, self.end, y) for y, t in down.items()]
        self.open = np.array([(t, y, self.end, y + (to - y) / 2) for t, y, to in sent.values()], float).reshape(-1, 4)
        width = {'arrow': 4, 'drop': 4, 'cs': 3, 'down': 3}
        self.found = {k: np.array(v, float).reshape(-1, width.get(k, 2)) for k, v in found.items()}


def draw_protocol(log, way):
    fig, ax, _ = lanes_figure('Mutual exclusion among sixteen processes', log.nodes, [1] * len(log.nodes), log.end)
    f, scale = log.found, pixels_a_second(ax)
    lanes = np.array([(0, -i - 0.5, log.end, -i - 0.5) for i in range(len(log.nodes))])
    lines(ax, way, lanes, '#dddddd', 0.4, order=1)
    lines(ax, way, f['arrow'], GREY, 0.3, order=2)
    lines(ax, way, f['drop'], RED, 0.3, order=2)
    lines(ax, way, log.open, GREY, 0.3, order=2, style=':')
    falls = f['arrow'][:, 3] < f['arrow'][:, 1]
    for heads, marker in (f['arrow'][falls], 'v'), (f['arrow'][~falls], '^'):
        dots(ax, heads[:, 2], heads[:, 3], marker, DARK, 1.4, order=3)
    dots(ax, f['drop'][:, 2], f['drop'][:, 3], 'x', RED, 3, order=5)
    for spans, face, edge, hatch in (f['cs'], BLUE, 'none', None), (f['down'], '#e4e4e4', GREY, 'xxxxxx'):
        bars(ax, way, spans[:, :2], spans[:, 2], 0.5, face, edge=edge, hatch=hatch, width=0.3 if hatch else 0, order=4)
    labels(ax, f['cs'][:, :2], f['cs'][:, 2], ['cs'] * len(f['cs']), 'white', scale)
    dots(ax, f['sent'][:, 0], f['sent'][:, 1], '.', 'black', 1, order=4)
    for kind, marker, colour in EVENTS:
        dots(ax, f[kind][:, 0], f[kind][:, 1], marker, colour, 3, order=5)
    legend(ax, PROTOCOL_KEYS)
    return fig


EVENTS = [('request', 'd', ORANGE), ('timer', '|', PURPLE), ('crash', 'X', RED), ('restart', '>', GREEN)]
PROTOCOL_KEYS = [
    Line2D([], [], color=GREY, linewidth=0.6, label='message'), key('send', '.', 'black'), key('recv', 'v', DARK),
    key('drop', 'x', RED), Patch(facecolor=BLUE, label='critical section'),
    Patch(facecolor='#e4e4e4', edgecolor=GREY, hatch='xxxxxx', linewidth=0.3, label='down'),
] + [key(*event) for event in EVENTS]


# The margin chart.

def draw_margin(table, _way, chosen=500):
    fig = Figure(figsize=(3.3, 4), dpi=DPI)
    top = fig.add_axes([0.17, 0.63, 0.78, 0.31])
    low = fig.add_axes([0.17, 0.10, 0.78, 0.47], sharex=top)
    x = table['margin_ms']
    top.fill_between(x, table['abort_pct_low'], table['abort_pct_high'], color=SKY, alpha=0.4, linewidth=0)
    top.plot(x, table['abort_pct'], color=BLUE, marker='o', markersize=2.5, linewidth=1, clip_on=False)
    top.set(ylim=(0, 100), ylabel='writes that abort, %')
    top.set_title('What a margin costs and saves', loc='left', fontsize=8)
    top.tick_params(labelbottom=False)
    for name, label, colour, marker, dash in DAMAGE:
        y, below, above = (table[name + '_per_trial' + which] for which in ('', '_low', '_high'))
        low.fill_between(x, below, above, color=colour, alpha=0.2, linewidth=0)
        low.plot(x, y, color=colour, marker=marker, markersize=2.5, linewidth=1, linestyle=dash, label=label,
                 clip_on=False)
    low.set_yscale('symlog', linthresh=0.01)
    low.set(ylim=(0, 2), xlim=(0, x.max()), xlabel='margin, ms', ylabel='a trial')
    for ax in top, low:
        ax.axvline(chosen, color=DARK, linewidth=0.6, linestyle='--')
    top.text(chosen, 96, f' {chosen} ms', fontsize=6, va='top')
    low.legend(loc='upper right', fontsize=6, frameon=False)
    return fig


DAMAGE = [('work_destroyed', 'work destroyed', RED, 'o', '-'),
          ('unlocked_applied', 'unlocked applied', ORANGE, 's', '--'),
          ('lost_updates', 'lost updates', PURPLE, '^', ':')]


# Reading, timing.

def read_log(name):
    """The events of a log, with the time in seconds, and the run's end."""
    with open(name, encoding='utf-8') as file:
        header, *events = (json.loads(line) for line in file)
    events = events[:-1]  # the last line counts them
    for e in events:
        e['t'] = e['at_ns'] / 1e9
        e.setdefault('fields', {})
    return events, seconds(header['params']['horizon'])


def seconds(duration):
    """Seconds of a duration such as 1h2m3.5s."""
    total, number = 0, ''
    for c in duration:
        if c in 'hms':
            total, number = total + float(number) * {'h': 3600, 'm': 60, 's': 1}[c], ''
        else:
            number += c
    return total


def read_table(name):
    with open(name, encoding='utf-8') as file:
        rows = list(csv.DictReader(file))
    return {key: np.array([float(row[key]) for row in rows]) for key in rows[0]
            if all(row[key].replace('.', '', 1).replace('-', '', 2).replace('e', '', 1).isdigit() for row in rows)}


def encoded(draw, data, way):
    fig = draw(data, way)
    canvas, png = FigureCanvasAgg(fig), io.BytesIO()
    canvas.print_png(png, pil_kwargs={'compress_level': way.level})
    return png.getvalue()


def timed(draw, data, way, turns):
    """Seconds of one turn, the median, after one that warms up."""
    encoded(draw, data, way)
    times = []
    for _ in range(turns):
        began = time.perf_counter()
        encoded(draw, data, way)
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def main():
    folder, turns = sys.argv[1], int(sys.argv[2])
    out = sys.argv[3] if len(sys.argv) > 3 else None
    cases = [('lease-lanes', draw_lease, Lease(*read_log(os.path.join(folder, 'lease.ndjson')))),
             ('protocol-lanes', draw_protocol, Protocol(*read_log(os.path.join(folder, 'protocol.ndjson')))),
             ('margin', draw_margin, read_table(os.path.join(folder, 'margin.csv')))]
    for name, draw, data in cases:
        times = {}
        for way in WAYS:
            if name == 'margin' and way.lines == 'joined':
                continue  # it has no such lines or bars
            times[way] = timed(draw, data, way, turns)
            print(f'{name}: {way}: {times[way]:.4f} s', file=sys.stderr)
        best = min(times, key=times.get)
        print(f'{name} plain {times[PLAIN]:.4f}')
        print(f'{name} fastest {times[best]:.4f}')
        if out:
            with open(os.path.join(out, name + '.png'), 'wb') as file:
                file.write(encoded(draw, data, best))


if __name__ == '__main__':
    main()
