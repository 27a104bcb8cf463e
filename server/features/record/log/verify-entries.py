"""Reads every entry of a log: its form, each author's chain, opened trades, withdrawals, the texts of the methods.

Part of verify-record.py, which runs it for --entries when both are in the same folder.
"""
import json
from __main__ import LEAF, canonical, check_time, commitment, need, need_signature, ok, sha256, tile_place

CHAIN = {"author", "seq", "prev"}
# What an entry has beside v, kind and time; a signal older than the log also has `posted`.
FORMS = {"signal": [CHAIN | {"signal", "text", "trade"}, CHAIN | {"signal", "text", "sealed", "opens"}],
         "open": [CHAIN | {"of", "salt", "trade"}], "withdraw": [CHAIN | {"of"}], "leave": [CHAIN],
         "takedown": [{"of", "reason"}], "method": [{"method", "sha256"}], "key": [{"vkey"}],
         "continues": [{"epoch", "kept", "last", "reason", "size", "vkey"}]}

def entries_of(log):
    for n in range(-(-log.size // 256)):
        data = log.get(f"{log.path}/tile/entries/{tile_place(n, log.size)[0]}")
        while data:
            end = 2 + int.from_bytes(data[:2], "big")
            yield data[2:end]
            data = data[end:]

def check_entries(logs):
    """Of all epochs, oldest first. Numbers, chains and what entries are about go on from one to the next."""
    chains, signals, counts, opened = {}, {}, {}, set()
    for log in logs:
        check_epoch(log, chains, signals, counts, opened)
    ok("every entry has its form and follows its author's: " + ", ".join(f"{n} {kind}" for kind, n in counts.items()))

def check_epoch(log, chains, signals, counts, opened):
    keys, total = [log.seam["vkey"]] if log.seam else [], 0
    for at, entry in enumerate(entries_of(log)):
        index, total = log.first + at, total + 1
        need(sha256(LEAF, entry) == log.root(at, at + 1), f"entry {index} isn't the one in the tiles")
        value = json.loads(entry)
        kind, author, of = value["kind"], value.get("author"), value.get("of")
        counts[kind] = counts.get(kind, 0) + 1
        need(canonical(value) == entry and set(value) - {"v", "kind", "time", "posted"} in FORMS.get(kind, []),
             f"entry {index} has a form that this program doesn't know")
        need((kind == "continues") == (at == 0 and log.seam is not None), f"entry {index} isn't where an epoch begins")
        check_time(log, at, value)
        if author:
            need((value["seq"], value["prev"]) == chains.get(author, (0, None)),
                 f"entry {index} doesn't follow its author's entry before")
            chains[author] = value["seq"] + 1, sha256(LEAF, entry).hex()
        need("of" not in value or of in signals and author in (None, signals[of]["author"]),
             f"entry {index} isn't about a signal of its author")
        if kind == "signal":
            signals[index] = value
        if kind == "open":
            need(of not in opened, f"entry {index} opens a trade that was opened before")
            need(commitment(value, value["trade"]) == signals[of].get("sealed"),
                 f"entry {index} opens another trade than the one that was sealed")
            opened.add(of)
        if kind == "method":
            need(sha256(log.get(f"/log/method/{value['method']}")).hex() == value["sha256"],
                 f"the text of method {value['method']} isn't the one that entry {index} commits to")
        if kind == "key":
            keys.append(value["vkey"])
    need(total == log.size, f"the log shows {total} entries instead of {log.size}")
    for key in keys[-1:]:
        need_signature(log.note, key)
        ok("the key that the log named last signs it: " + key)
