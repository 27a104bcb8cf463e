"""Recomputes every record of Signalpost and the board, to the last digit, from the log and the prices.

    python3 rescore.py https://signalpost.example    reads the log's entries and the server's prices
    python3 rescore.py history.json                  reads both from a file: {asOf, days, prices, log}

Prints JSON. Needs Python 3.9, nothing else. The rules are method 2, at /log/method/2. The entries must have the root of the
log's checkpoint. verify-record.py checks the checkpoint's signature, and the openings of sealed trades.

--prices=<file>   uses your own prices, {ticker: rows}. A row is [day, close, dividend, ratio, volume or null] with prices as
                  text, and a sixth value, true, if the close is the final value of a share that no longer trades
--as-of=<day>     computes the figures as of another day
--person=<id>     shows how one author's figures are computed; the id is the `author` in the log
--table           prints a table instead of JSON
--exact           also prints the floats before rounding
--monkeys         also prints how many of 1,000 monkeys would be on the board of the last month-end
"""
import base64, decimal, functools, hashlib, json, math, operator, pathlib, sys, types, urllib.request
from bisect import bisect_left, bisect_right
from datetime import date, datetime, timedelta
from fractions import Fraction

# Daily results are whole numbers in 1e-8, weekly results in 1e-6, and weights in 1e-4 of a place in the portfolio.
FUNDS, CASH = ["SPY", "QQQ", "IWM", "TLT", "GLD", "VIXY", "IBIT"], "BIL"
COLUMNS = range(1 + len(FUNDS))  # The regressors of a week: its number of days, and each fund.
DAY_UNIT, WEEK_UNIT, PLACE, PORTFOLIO = 10**8, 10**6, 10**4, 10**5
LIFE, STOPPED, LAG = {"days": 5, "weeks": 21, "months": 63, "years": 252}, 21, timedelta(days=91)
NEEDED = {"trades": 20, "entry_days": 10, "active_days": 60, "weeks": 13}
LISTED_FROM, COUNTED_FROM, FALSE_DISCOVERIES, SKILL_P, SKILL_WEEKS, RECENT_WEEKS = 0.01, 5, 0.1, 0.01, 26, 156
MONKEYS, BOARD_MONKEYS, POOL, CHOICE_FROM = 199, 1000, 20, 100

def nearest(a, b):
    """The integer nearest to a / b, half away from zero."""
    whole = (2 * abs(a) + b) // (2 * b)
    return whole if a >= 0 else -whole

exact = functools.lru_cache(None)(lambda number: Fraction(str(number)))
day_of = date.fromisoformat
def time_of(text): return datetime.fromisoformat(text.replace("Z", "+00:00"))
def monday_of(day): return day - timedelta(days=day.weekday())

# ---- The market. A day's place is its index in the list of exchange days, and weeks are numbered, too.
class Market:
    def __init__(self, days, rows_of):
        self.days, self.closes_at = [day_of(day) for day, _ in days], [time_of(close) for _, close in days]
        self.place = {day: at for at, (day, _) in enumerate(days)}
        mondays = sorted({monday_of(day) for day in self.days})
        self.week = [bisect_left(mondays, monday_of(day)) for day in self.days]
        self.starts = [bisect_left(self.days, monday) for monday in mondays] + [len(days)]
        self.share = functools.lru_cache(None)(lambda ticker: Share(rows_of(ticker), self))
        self.cash = self.share(CASH).move
        self.weeks = [self.compared(range(*pair)) for pair in zip(self.starts, self.starts[1:])]
        self.inverse = functools.lru_cache(None)(lambda first, end: inverse(self.weeks[first:end]))

    def compared(self, days):
        """The number of days, and each fund's return minus that of T-bills (QQQ, IWM: of SPY). None if a price is missing."""
        if any(days[0] <= self.share(fund).first for fund in FUNDS + [CASH]): return None
        made = {fund: sum(self.share(fund).move[at] for at in days) for fund in FUNDS + [CASH]}
        beyond = [made[fund] - made["SPY" if fund in ("QQQ", "IWM") else CASH] for fund in FUNDS]
        return [len(days)] + [nearest(value, DAY_UNIT // WEEK_UNIT) for value in beyond]

    def last_whole_day(self, day):
        """The place of the last day of the last week that is over by a calendar day; -1 if there is none."""
        at = bisect_right(self.days, day) - 1
        if at < 0: return -1
        is_over = day >= monday_of(self.days[at]) + timedelta(days=4) or self.starts[self.week[at] + 1] == at + 1 < len(self.days)
        return at if is_over else self.starts[self.week[at]] - 1

class Share:
    """A ticker's closes and moves by place. A move is 0 on a day without a close, and up to the first close."""
    def __init__(self, rows, market):
        self.count = count = len(market.days)
        self.close, self.volume, self.move = [None] * count, [None] * count, [0] * count
        self.first, self.final, before = count, None, None
        for day, close, dividend, split, volume, *is_final in rows:
            if day not in market.place: continue
            at, close = market.place[day], exact(close)
            growth = (close + exact(dividend)) * exact(split) / (before or close)
            if before: self.move[at] = nearest((growth.numerator - growth.denominator) * DAY_UNIT, growth.denominator)
            else: self.first = at
            if any(is_final): self.final = at
            self.close[at], self.volume[at], before = close, volume, close
        self.traded = [at for at in range(count) if self.close[at] is not None and at != self.final]

    def next_traded(self, place):
        return next(iter(self.traded[bisect_left(self.traded, place):][:1]), None)

    def own_exit(self, entry, until):
        """Where a position ends by itself: at a close from `until` on, or after 21 exchange days without a close."""
        ahead = self.traded[bisect_left(self.traded, entry):]
        for at, after in zip(ahead, ahead[1:] + [self.count if self.final is None else 0]):
            if at >= until: return at
            if after - at > STOPPED: return at + STOPPED
        return self.final

    def costs(self, place, side):
        """The cost of entering and leaving, and a day's cost of borrowing for a short. None if the share is thin."""
        days = [at for at in range(max(0, place - 20), place + 1) if self.close[at] is None or self.volume[at] is not None]
        values = sorted(0 if self.close[at] is None else self.close[at] * exact(self.volume[at]) for at in days)
        twice = values[(len(values) - 1) // 2] + values[len(values) // 2] if values else None  # Twice the median.
        if self.close[place] < 1 or twice is not None and twice < 2 * 10**6: return None
        moves = [abs(self.move[at]) for at in range(max(1, place - 62), place + 1)
                 if self.close[at] is not None and self.close[at - 1] is not None]
        mean = Fraction(sum(moves), len(moves)) if len(moves) >= 21 else math.inf
        fee = 3_968 if mean < 2 * 10**6 else 15_873 if mean < 4 * 10**6 else 47_619  # 1, 4 or 12 % a year.
        return 100_000 if twice is not None and twice >= 40 * 10**6 else 500_000, fee if side < 0 else 0

# ---- From the log to positions.
def books_of(log, as_of):
    """Trades by author and book: `open` if the log showed the trade from the post on, `sealed` if it was opened later."""
    openings = {entry["of"]: entry["trade"] for entry in log if entry["kind"] == "open"}
    books, hidden = {}, set()
    for entry in sorted(log, key=lambda entry: entry["index"]):
        if entry["kind"] != "signal" or "posted" in entry: continue
        key = entry["author"], "open" if "trade" in entry else "sealed"
        if key[1] == "sealed" and entry["time"][:10] > str(day_of(as_of) - LAG): continue
        trade = entry.get("trade", openings.get(entry["index"]))
        if trade is None: hidden.add(key)  # Due, but not opened because its author is private: the book can't be computed.
        elif trade["side"] != "comment" and trade["tickers"]:
            books.setdefault(key, []).append((entry["index"], time_of(entry["time"]), trade))
    return {key: books[key] for key in sorted(books) if key not in hidden}

def positions_of(trades, market):
    """At most one position per ticker at a time. Leaves out thin shares, and positions closed at the close of their entry."""
    opened, held = [], {}
    for index, time, trade in trades:
        side, life = 1 if trade["side"] == "buy" else -1, LIFE.get(trade["horizon"], 63)
        first = bisect_left(market.closes_at, time + timedelta(minutes=10))
        for ticker in trade["tickers"]:
            at, before = market.share(ticker).next_traded(first), held.get(ticker)
            if at is None or at >= first + STOPPED: continue
            end = market.share(ticker).own_exit(before.entry, before.until) if before else None
            if end is not None and end < at:
                held.pop(ticker).exit, before = end, None
            if before and before.side == side: before.until = max(before.until, at + life)
            elif before: held.pop(ticker).exit = at
            elif trade.get("only") != "close":
                held[ticker] = types.SimpleNamespace(ticker=ticker, side=side, weight=nearest(PLACE, len(trade["tickers"])),
                                                     entry=at, until=at + life, exit=None, index=index)
                opened.append(held[ticker])
    for one in held.values(): one.exit = market.share(one.ticker).own_exit(one.entry, one.until)
    for one in opened: one.costs = market.share(one.ticker).costs(one.entry, one.side)
    return [one for one in opened if one.costs and one.exit != one.entry]

# ---- Days and weeks.
def days_of(positions, market, first, last, other={}):
    """By day: the filled places, and the result minus T-bills and costs. `other`: the tickers whose moves are used instead."""
    filled, made = [0] * (last + 1), [0] * (last + 1)
    for one in positions:
        move, (trip, fee) = market.share(other.get(one.ticker, one.ticker)).move, one.costs
        for at in range(one.entry + 1, min(last if one.exit is None else one.exit, last) + 1):
            filled[at] += one.weight
            made[at] += one.weight * (one.side * (move[at] - market.cash[at]) - fee - (trip if at == one.entry + 1 else 0))
    return [(filled[at], nearest(made[at], max(PORTFOLIO, filled[at]))) for at in range(first, last + 1)]

def weeks_of(days, market, week):
    """The weekly results in 1e-6. `days` begin with the first day of a week and end with the last day of a week."""
    starts = [start - market.starts[week] for start in market.starts[week:]]
    return [nearest(sum(result for _, result in days[start:end]), DAY_UNIT // WEEK_UNIT)
            for start, end in zip(starts, starts[1:]) if start < len(days)]

# ---- Statistics, in floats: only + - * / and square roots, in this order.
def total(floats): return functools.reduce(operator.add, floats, 0.0)  # `sum` rounds differently in newer Pythons.
def inverse(weeks):
    """The inverse of the weeks' sums of products, by Gauss-Jordan elimination without exchanging rows."""
    if None in weeks: return None
    sums = [[float(sum(x[i] * x[j] for x in weeks)) for j in COLUMNS] for i in COLUMNS]
    rows = [sums[i] + [float(i == j) for j in COLUMNS] for i in COLUMNS]
    for k in COLUMNS:
        if not rows[k][k] > 1e-9 * sums[k][k]: return None
        rows[k] = [value / rows[k][k] for value in rows[k]]
        for i in COLUMNS:
            if i != k: rows[i] = [value - rows[i][k] * above for value, above in zip(rows[i], rows[k])]
    return [row[len(COLUMNS):] for row in rows]

def tail(t, df):
    """P(T > t) of Student's t for an even number of degrees of freedom (Abramowitz and Stegun 26.7.4)."""
    if t < 0: return 1 - tail(-t, df)
    sine, term, terms = t / math.sqrt(df + t * t), 1.0, 0.0
    for k in range(df // 2):
        terms += term
        term *= (1 - sine * sine) * (2 * k + 1) / (2 * k + 2)
    return max(1e-12, 0.5 - 0.5 * sine * terms)

@functools.lru_cache(None)
def t_of_5_percent(df):
    low, high = 0.0, 64.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if tail(middle, df) > 0.05 else (low, middle)
    return high

def figures(market, first, results, share):
    """Least squares of a record's weeks on the market's weeks. `share`: the filled part of a portfolio."""
    count, end = len(results), first + len(results)
    df, inverted = (count - len(COLUMNS)) // 2 * 2, market.inverse(first, end)
    if df < 4 or inverted is None: return None
    products = [sum(x[k] * y for x, y in zip(market.weeks[first:end], results)) for k in COLUMNS]
    slopes = [total(inverted[i][j] * products[j] for j in COLUMNS) for i in COLUMNS]
    rest = float(sum(y * y for y in results))
    for i in COLUMNS: rest -= slopes[i] * products[i]
    floor = 30_000.0 * 30_000.0 / 52 * share * share  # 3 % a year for a full portfolio, converted to a week.
    error = math.sqrt(max(rest / (count - len(COLUMNS)), floor) * inverted[0][0])
    if not error > 0: return None
    mean, t, wide = slopes[0], slopes[0] / error, t_of_5_percent(df)
    low, high, days = mean - wide * error, mean + wide * error, sum(x[0] for x in market.weeks[first:end])
    span = 252 if count >= 52 else days
    return {"weeks": count, "days": days, "df": df, "yearly": count >= 52, "mean": mean * span / WEEK_UNIT,
            "low": low * span / WEEK_UNIT, "high": high * span / WEEK_UNIT, "lowYear": low * 252 / WEEK_UNIT,
            "t": t, "p": tail(t, df), "slopes": slopes[1:]}

def published(found):
    def shown(value, decimals):
        text = str(decimal.Decimal(value).quantize(decimal.Decimal(1).scaleb(-decimals), decimal.ROUND_HALF_UP))
        return text if text.strip("-0.") else text.lstrip("-")
    return found and {**{key: found[key] for key in ("weeks", "days", "df", "yearly")},
                      **{key: shown(found[key], 4) for key in ("mean", "low", "high")}, "t": shown(found["t"], 2),
                      "p": shown(found["p"], 6), "slopes": [shown(slope, 4) for slope in found["slopes"]]}

# ---- Records, and monkeys, which have the same days, sides, weights and costs, but random tickers of similar risk.
class Record:
    def __init__(self, author, book, trades, market):
        self.author, self.book, self.id, self.market = author, book, f"{author}/{book}", market
        self.all = positions_of(trades, market)
        self.first = 1 + min((one.entry for one in self.all), default=0)
        self.week = (market.week + [len(market.starts) - 1])[self.first]
        self.days = days_of(self.all, market, market.starts[self.week], len(market.days) - 1)

    def on(self, as_of):
        """The record as of a day; None before its first whole week. Sealed trades count 91 days late."""
        end = self.market.last_whole_day(day_of(as_of) - (LAG if self.book == "sealed" else timedelta()))
        positions = [one for one in self.all if one.entry < end]
        return Standing(self, positions, end) if positions else None

class Standing:
    def __init__(self, record, positions, end):
        self.record, self.id, self.positions, market, week = record, record.id, positions, record.market, record.week
        is_open = any(one.exit is None or one.exit > end for one in positions)
        self.active = is_open or market.days[end] - market.days[max(one.entry for one in positions)] <= LAG
        # An ended record ends with the week of its last exit.
        self.last = end if self.active else market.starts[market.week[max(one.exit for one in positions)] + 1] - 1
        days = record.days[:self.last - market.starts[week] + 1]
        self.weeks, self.filled = weeks_of(days, market, week), sum(min(PORTFOLIO, filled) for filled, _ in days)
        self.share, old = self.filled / (len(days) * PORTFOLIO), max(0, len(self.weeks) - RECENT_WEEKS)
        self.have = {"trades": len({one.index for one in positions}), "entry_days": len({one.entry for one in positions}),
                     "active_days": sum(filled > 0 for filled, _ in days), "weeks": len(self.weeks)}
        self.missing = [what for what in NEEDED if self.have[what] < NEEDED[what]]
        self.figures = figures(market, week, self.weeks, self.share)
        recent = figures(market, week + old, self.weeks[old:], self.share)
        self.is_ahead = recent is not None and recent["mean"] > 0
        self.rated = not self.missing and self.figures is not None
        self.listed = self.rated and self.active and self.figures["lowYear"] >= LISTED_FROM
        self.p_of_monkeys, self.choice = None, None

    def pools(self, universe):
        """For each ticker, the 20 others with the nearest daily moves. Also counts all that traded on 95 % of the days."""
        share, days = self.record.market.share, range(self.record.first, self.last + 1)
        choice = [ticker for ticker in universe if share(ticker).close[self.record.first - 1] is not None
                  and sum(share(ticker).close[at] is not None for at in days) * 20 >= len(days) * 19]
        tickers, self.choice = {one.ticker for one in self.positions}, len(choice)
        moved = {ticker: sum(abs(share(ticker).move[at]) for at in days) for ticker in tickers.union(choice)}
        near = {own: sorted((abs(moved[other] - moved[own]), other) for other in choice if other != own) for own in tickers}
        return {own: [other for _, other in others[:POOL]] for own, others in near.items()}

    def monkey(self, pools, seed, number):
        market, week = self.record.market, self.record.week
        other = {own: pool[pick(seed, self.id, number, own, len(pool))] for own, pool in pools.items() if pool}
        days = days_of(self.positions, market, market.starts[week], self.last, other)
        return figures(market, week, weeks_of(days, market, week), self.share)

    def test(self, universe, seed):
        """Computes the probability that a monkey does as well."""
        pools = self.pools(universe)
        ts = [(self.monkey(pools, seed, number) or {"t": 0.0})["t"] for number in range(MONKEYS)]
        mean = total(ts) / MONKEYS
        deviation = math.sqrt(total((t - mean) * (t - mean) for t in ts) / (MONKEYS - 1))
        self.p_of_monkeys = tail((self.figures["t"] - max(0.0, mean)) / max(1.0, deviation), self.figures["df"])

def pick(seed, record, monkey, ticker, size):
    return int.from_bytes(hashlib.sha256(f"{seed}|{record}|{monkey}|{ticker}".encode()).digest()[:6], "big") % size

# ---- The board, and the badges of month-ends.
class Board:
    def __init__(self, records, as_of, seed=None, holders=()):
        """With a seed, records have to pass the monkey test, except for those in `holders`."""
        self.standings = [one for one in (record.on(as_of) for record in records) if one]
        self.rated = [one for one in self.standings if one.rated]
        self.family, self.cutoff = sum(one.have["trades"] >= COUNTED_FROM for one in self.standings), 0.0
        for k, p in enumerate(sorted(one.figures["p"] for one in self.rated), 1):
            if p <= FALSE_DISCOVERIES * k / self.family: self.cutoff = p
        self.cutoff = min(self.cutoff, SKILL_P)  # Benjamini and Hochberg.
        self.listed = sorted((one for one in self.rated if one.listed),
                             key=lambda one: (one.figures["p"], -one.figures["t"], one.id))
        self.universe = sorted({position.ticker for one in self.standings for position in one.positions})
        able = [one for one in self.listed if len(one.weeks) >= SKILL_WEEKS and one.figures["p"] <= self.cutoff and one.is_ahead]
        for one in able:
            if seed and one.id not in holders: one.test(self.universe, seed)
        self.passing = {one.id for one in able if (one.p_of_monkeys or 0) <= SKILL_P}

    def monkeys(self, seed):
        """How many of 1,000 monkeys would be on the board, where each imitates the next rated record in turn."""
        order = sorted(self.rated, key=lambda one: hashlib.sha256(f"{seed}|{one.id}".encode()).digest())[:BOARD_MONKEYS]
        pools = [one.pools(self.universe) for one in order]
        turns = [divmod(number, len(order)) for number in range(BOARD_MONKEYS if order else 0)]
        found = [order[at].monkey(pools[at], seed, number) for number, at in turns]
        return sum(one is not None and one["lowYear"] >= LISTED_FROM for one in found)

    def json(self, is_exact):
        def exact_of(one): return {"exact": [one.weeks, one.filled, one.figures, one.p_of_monkeys]}
        def row(one):
            return {"id": one.id, "have": one.have, "missing": one.missing, "active": one.active, "listed": one.listed,
                    "passes": one.id in self.passing, "figures": published(one.figures), **(exact_of(one) if is_exact else {})}
        return {"family": self.family, "rated": len(self.rated), "cutoff": self.cutoff,
                "listed": [one.id for one in self.listed], "records": [row(one) for one in self.standings]}

def month_ends(records, as_of, seed_of):
    """The board, the seed and the records with "Likely skill" at each month-end. A badge needs two in a row."""
    holders, before, day = set(), set(), min(one.market.days[one.first - 1] for one in records).replace(day=1)
    while (day := (day + timedelta(days=31)).replace(day=1)) <= day_of(as_of) + timedelta(days=1):
        end = str(day - timedelta(days=1))
        board, seed = Board(records, end, seed_of(end), holders), seed_of(end)
        passing = {one.id for one in board.listed if one.id in board.passing and (one.choice or 0) >= CHOICE_FROM}
        holders = {one.id for one in board.listed if one.id in holders and one.is_ahead} | passing & before
        before = passing
        yield board, seed, sorted(holders)

# ---- The log and the prices of a server.
def read(address, path):
    with urllib.request.urlopen(address.rstrip("/") + path, timeout=60) as answer: return answer.read()
def load(name): return json.loads(pathlib.Path(name).read_text())

def root_of(hashes):  # The root of a Merkle tree (RFC 6962, section 2.1).
    if len(hashes) == 1: return hashes[0]
    middle = 1 << (len(hashes) - 1).bit_length() - 1
    return hashlib.sha256(b"\1" + root_of(hashes[:middle]) + root_of(hashes[middle:])).digest()

def log_of(address, epoch=""):
    """All entries with their numbers, and the number of the newest epoch's first entry. A restored log starts a new epoch."""
    origin, size, root = read(address, f"/log/{epoch}checkpoint").decode().splitlines()[:3]
    number, entries = int((origin.split("/log/") + ["1"])[1]), []
    for n in range(-(-int(size) // 256)):
        (*groups, last), width = f"{n:,}".split(","), min(256, int(size) - n * 256)
        place = "".join(f"x{group:0>3}/" for group in groups) + f"{last:0>3}" + (f".p/{width}" if width < 256 else "")
        data = read(address, f"/log/{f'{number}/' if number > 1 else ''}tile/entries/{place}")
        while data:
            end = 2 + int.from_bytes(data[:2], "big")
            entries.append(data[2:end])
            data = data[end:]
    if base64.b64encode(root_of([hashlib.sha256(b"\0" + entry).digest() for entry in entries])).decode() != root:
        sys.exit(f"The entries of {origin} don't have the root of its checkpoint")
    values, (before, first) = [json.loads(entry) for entry in entries], log_of(address, f"{number - 1}/") if number > 1 else ([], 0)
    if before: first += values[0]["size"]  # The number of entries in the previous epoch, including the lost ones.
    return before + [{**value, "index": first + at} for at, value in enumerate(values)], first

def history_of(source):
    """{asOf, days, prices, log}, and functions for a ticker's prices and a month's seed: the log's root on its last day."""
    if not source.startswith("http"):
        data = load(source)
        return data, lambda ticker: data["prices"].get(ticker, []), lambda end: data.get("roots", {}).get(end[:7])
    logged = [one["day"] for one in json.loads(read(source, "/log/days"))]
    def seed_of(end):
        day = max((day for day in logged if day <= end), default=min(logged, default=None))
        return day and read(source, f"/log/days/{day}").decode().splitlines()[2]
    data = {**json.loads(read(source, "/log/exchange-days.json")), "log": log_of(source)[0], "roots": True}
    return data, lambda ticker: json.loads(read(source, f"/log/prices/{ticker}.json")), seed_of

def explain(record, as_of):
    days, standing = record.market.days, record.on(as_of)
    print(record.id)
    for one in record.all:
        print(f"  entry {one.index}: {'buy' if one.side > 0 else 'sell'} {one.ticker}, {one.weight / PLACE} of a place, {days[one.entry]} to"
              f" {days[one.exit] if one.exit else 'now'}, costs {one.costs[0] / 1e6} % and {one.costs[1] / 1e6} % a day")
    for week, result in enumerate(standing.weeks if standing else [], record.week):
        monday, funds = monday_of(days[record.market.starts[week]]), record.market.weeks[week]
        print(f"  week of {monday}: {result / 1e4:+.4f} %, compared with {funds}")
    print(f"  {json.dumps({**standing.have, **(published(standing.figures) or {})}) if standing else 'no whole week yet'}")

def main():
    names = [one for one in sys.argv[1:] if not one.startswith("--")]
    options = dict(one[2:].partition("=")[::2] for one in sys.argv[1:] if one.startswith("--"))
    if len(names) != 1 or set(options) - {"prices", "as-of", "person", "table", "exact", "monkeys"}: sys.exit(__doc__)
    data, rows_of, seed_of = history_of(names[0])
    if "prices" in options: rows_of = functools.partial(lambda own, ticker: own.get(ticker, []), load(options["prices"]))
    as_of, market = options.get("as-of", data["asOf"]), Market(data["days"], rows_of)
    records = [Record(*key, trades, market) for key, trades in books_of(data["log"], as_of).items()]
    if "person" in options:
        own = [record for record in records if record.author == options["person"]]
        return [explain(record, as_of) for record in own] if own else sys.exit("The log has no record of this author")
    board, began = Board(records, as_of, data.get("root")), [record for record in records if record.all]
    result = board.json("exact" in options)
    for month, seed, holders in month_ends(began, as_of, seed_of) if began and "roots" in data else []:
        result["likelySkill"] = holders
    if "monkeys" in options and result.get("likelySkill") is not None and seed: result["monkeys"] = month.monkeys(seed)
    if "table" not in options: return print(json.dumps(result, indent=1))
    for place, one in enumerate(board.listed, 1):
        badge = "likely skill" if one.id in result.get("likelySkill", []) else ""
        print("{:4} {:45}{mean:>9}{low:>9} to{high:>9}  t{t:>7}  p {p}  {}".format(place, one.id, badge, **published(one.figures)))
    print(f"{len(board.listed)} of {len(board.rated)} rated records are at least 1 % a year ahead; {board.family} had a chance")

main()
