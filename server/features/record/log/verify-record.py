#!/usr/bin/env python3
"""Checks Signalpost's log without trusting Signalpost. Needs Python 3.9 and openssl, nothing else.

    python3 verify-record.py https://signalpost.example                  the log: signature, tiles, nothing rewritten
    python3 verify-record.py https://signalpost.example <signal id>      also: this signal is in it, with this text

--entries reads every entry too: its form, each author's chain, opened trades, withdrawals, the texts of the methods.
The last checkpoint is kept in verify-record.json, so that the next run shows whether the log was rewritten in between.
--vkey=<key> checks with a key that you know from elsewhere instead of the one that the server shows.
--tsa=<file> checks the time stamps, with the root certificate of the authority that made them.
"""
import base64, bisect, hashlib, json, sys, tempfile, urllib.error, urllib.request
from datetime import datetime, timedelta
from pathlib import Path
from subprocess import run

KEPT = Path("verify-record.json")
SPKI = bytes.fromhex("302a300506032b6570032100")  # The ASN.1 before an Ed25519 public key (RFC 8410).
SLACK = timedelta(seconds=60)  # An entry is in the log a minute after its time at the latest.


def fail(sentence):
    sys.exit(print("FAULT  " + sentence) or 1)


def ok(sentence):
    print("ok     " + sentence)


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def leaf_hash(data):
    return sha256(b"\0", data)


def node_hash(left, right):
    return sha256(b"\1", left, right)


def split(size):
    """The largest power of two below, where the tree of RFC 6962 divides."""
    return 1 << (size - 1).bit_length() - 1


def canonical(value):
    """RFC 8785 for strings, integers, booleans, lists and objects with ASCII keys, which is all that the log has."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def commitment(opening, value):
    return sha256(bytes.fromhex(opening["salt"]), canonical(value)).hex()


def time_of(text):
    return datetime.fromisoformat(text.rstrip("Z"))


def openssl(words, **files):
    """Whether openssl succeeds, with the names of temporary files for those in `words`."""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items():
            Path(folder, name).write_bytes(data)
        command = [str(Path(folder, word)) if word in files else word for word in words.split()]
        return run(["openssl"] + command, capture_output=True).returncode == 0


def tile_path(level, n, size):
    """The path of a tile in a tree of `size` entries, and how many hashes or entries it has."""
    width = min(256, (size if level == "entries" else size // 256**level) - n * 256)
    groups = f"{n:0{-(-len(str(n)) // 3) * 3}d}"
    groups = [groups[at:at + 3] for at in range(0, len(groups), 3)]
    path = "/".join(["x" + group for group in groups[:-1]] + groups[-1:])
    return f"/log/tile/{level}/{path}" + (f".p/{width}" if width < 256 else ""), width


class Log:
    def __init__(self, address):
        self.address, self.tiles, self.days = address.rstrip("/"), {}, []

    def get(self, path, optional=False):
        try:
            with urllib.request.urlopen(self.address + path, timeout=30) as response:
                return response.read()
        except urllib.error.HTTPError as error:
            if error.code != 404 or not optional:
                fail(f"{path} answers {error.code}")
        except OSError as error:
            fail(f"{self.address} can't be reached: {error}")

    def tile(self, level, n, size):
        if (level, n) not in self.tiles:
            path, width = tile_path(level, n, size)
            data = self.tiles[level, n] = self.get(path)
            if len(data) != 32 * width:
                fail(f"{path} has {len(data)} bytes instead of {32 * width}")
        return self.tiles[level, n]

    def root(self, start, end, size):
        """The hash above the entries from `start` up to `end`, from the tiles of a tree of `size` entries."""
        level = (max(end - start, 1).bit_length() - 1) // 8
        if end - start == 256**level and start % 256**level == 0:
            n, at = divmod(start // 256**level, 256)
            return self.tile(level, n, size)[at * 32:at * 32 + 32]
        middle = start + split(end - start)
        return node_hash(self.root(start, middle, size), self.root(middle, end, size))


def open_note(note, vkey):
    """The size and root of a signed checkpoint. Ends the program unless the key has signed it."""
    name, key_id, encoded = vkey.split("+", 2)
    key = base64.b64decode(encoded)
    if key[0] != 1 or sha256(name.encode(), b"\n", key)[:4].hex() != key_id:
        fail("the key isn't an Ed25519 key, or has the id of another")
    text, _, signatures = note.rpartition("\n\n")
    for line in signatures.splitlines():
        _, signer, value = line.split(" ")
        signature = base64.b64decode(value)
        words = "pkeyutl -verify -pubin -keyform DER -inkey key -rawin -in text -sigfile signature"
        if signer == name and signature[:4].hex() == key_id and openssl(
                words, key=SPKI + key[1:], text=(text + "\n").encode(), signature=signature[4:]):
            return parse(note)
    fail("the checkpoint isn't signed by the key " + vkey)


def parse(note):
    origin, size, root = note.splitlines()[:3]
    return origin, int(size), base64.b64decode(root)


def included(index, size, leaf, proof):
    """The root that follows from an inclusion proof, of which it takes what it needs (RFC 6962, section 2.1.1)."""
    if size == 1:
        return leaf
    if not proof:
        fail("the proof is too short")
    beside, middle = proof.pop(), split(size)
    if index < middle:
        return node_hash(included(index, middle, leaf, proof), beside)
    return node_hash(beside, included(index - middle, size - middle, leaf, proof))


def check_log(log, vkey, is_given):
    note = log.get("/log/checkpoint").decode()
    origin, size, root = open_note(note, vkey)
    ok(f"the checkpoint of {origin} with {size} entries is signed by its key")
    if log.root(0, size, size) != root:
        fail("the tiles don't have the root of the checkpoint")
    ok("the tiles have the root of the checkpoint")
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    if origin in kept:
        before = kept[origin]
        if before["size"] > size:
            fail(f"the log had {before['size']} entries before, and has {size} now")
        if log.root(0, before["size"], size).hex() != before["root"]:
            fail(f"the first {before['size']} entries aren't those of your last visit")
        ok(f"the {before['size']} entries of your last visit are still its beginning")
        if before.get("vkey", vkey) != vkey and not is_given:
            open_note(note, before["vkey"])
            ok("the key of your last visit signs it beside a new one: " + vkey)
    kept[origin] = {"size": size, "root": root.hex(), "vkey": vkey}
    KEPT.write_text(json.dumps(kept))
    return size, note


def check_days(log, size, authority):
    """Keeps the days whose last checkpoint is stamped, after checking that these are beginnings of the log."""
    for day in json.loads(log.get("/log/days")):
        if not day["stamped"] or day["size"] > size:
            continue
        path = "/log/days/" + day["day"]
        note, stamp = log.get(path), log.get(path + ".tsr")
        if parse(note.decode())[1:] != (day["size"], log.root(0, day["size"], size)) or day["at"][:10] != day["day"]:
            fail(f"the checkpoint of {day['day']} isn't a beginning of the log")
        verify = "ts -verify -in stamp -data note -CAfile root"
        if sha256(note) not in stamp or authority and not openssl(verify, stamp=stamp, note=note, root=authority):
            fail(f"the time stamp of {day['day']} isn't one of its checkpoint")
        log.days.append((day["size"], time_of(day["at"])))
    if log.days:
        ok(f"{len(log.days)} days are stamped outside" + ("" if authority else "; check the stamps with --tsa=<file>"))


def check_time(log, index, entry):
    """An entry that first appears after a stamped checkpoint isn't older, and one that it has isn't newer."""
    after, time = bisect.bisect_right(log.days, (index, datetime.max)), time_of(entry["time"])
    if after and time < log.days[after - 1][1] - SLACK:
        fail(f"entry {index} has a time before a stamped checkpoint that doesn't have it")
    if after < len(log.days) and time > log.days[after][1] + SLACK:
        fail(f"entry {index} has a time after a stamped checkpoint that has it")


CHAIN = {"author", "seq", "prev"}
# What an entry has beside v, kind and time; a signal older than the log also has `posted`.
FORMS = {"signal": [CHAIN | {"signal", "text", "trade"}, CHAIN | {"signal", "text", "sealed", "opens"}],
         "open": [CHAIN | {"of", "salt", "trade"}], "withdraw": [CHAIN | {"of"}], "leave": [CHAIN],
         "takedown": [{"of", "reason"}], "method": [{"method", "sha256"}], "key": [{"vkey"}]}


def entries(log, size):
    for n in range((size + 255) // 256):
        data, at = log.get(tile_path("entries", n, size)[0]), 0
        while at < len(data):
            end = at + 2 + int.from_bytes(data[at:at + 2], "big")
            yield data[at + 2:end]
            at = end


def check_entries(log, size, note):
    chains, signals, counts, opened, key = {}, {}, {}, set(), None
    for index, entry in enumerate(entries(log, size)):
        if leaf_hash(entry) != log.root(index, index + 1, size):
            fail(f"entry {index} isn't the one in the tiles")
        value = json.loads(entry)
        kind, author, of = value["kind"], value.get("author"), value.get("of")
        counts[kind] = counts.get(kind, 0) + 1
        if canonical(value) != entry or set(value) - {"v", "kind", "time", "posted"} not in FORMS.get(kind, []):
            fail(f"entry {index} has a form that this program doesn't know")
        check_time(log, index, value)
        if author and [value["seq"], value["prev"]] != chains.get(author, [0, None]):
            fail(f"entry {index} doesn't follow its author's entry before")
        if author:
            chains[author] = [value["seq"] + 1, leaf_hash(entry).hex()]
        if "of" in value and (of not in signals or author not in (None, signals[of]["author"])):
            fail(f"entry {index} isn't about a signal of its author")
        if kind == "signal":
            signals[index] = value
        elif kind == "open":
            if of in opened:
                fail(f"entry {index} opens a trade that was opened before")
            if commitment(value, value["trade"]) != signals[of].get("sealed"):
                fail(f"entry {index} opens another trade than the one that was sealed")
            opened.add(of)
        elif kind == "method" and sha256(log.get(f"/log/method/{value['method']}")).hex() != value["sha256"]:
            fail(f"the text of method {value['method']} isn't the one that entry {index} commits to")
        elif kind == "key":
            key = value["vkey"]
    if key:
        open_note(note, key)
        ok("the key that the log named last signs it: " + key)
    ok("every entry has its form and follows its author's: " + ", ".join(f"{n} {kind}" for kind, n in counts.items()))


def check_signal(log, vkey, signal):
    answer = json.loads(log.get(f"/log/signals/{signal}", optional=True) or fail("the log has no such signal"))
    if answer["entry"] is None:
        fail("the signal has no entry yet; it gets one within a minute of its post")
    entry, index, opening = canonical(answer["entry"]), answer["index"], answer["opening"]
    head, note = log.get(f"/log/proofs/{index}.tlog-proof").decode().split("\n\n", 1)
    lines = head.splitlines()
    if lines[:2] != ["c2sp.org/tlog-proof@v1", f"index {index}"]:
        fail("the proof is of another entry or in another format")
    _, size, root = open_note(note, vkey)
    proof = [base64.b64decode(line) for line in lines[2:]]
    if included(index, size, leaf_hash(entry), proof) != root or proof:
        fail("the proof doesn't lead to the root of its checkpoint")
    ok(f"the signal is entry {index} of {size}: {entry.decode()}")
    if answer["entry"]["signal"] != signal:
        fail("the entry is that of another signal")
    check_time(log, index, answer["entry"])
    if opening is None:
        return print("       its text isn't public, so only its commitment can be checked")
    if commitment(opening, opening["value"]) != answer["entry"]["text"]:
        fail("the text isn't the one that the entry commits to")
    if opening["value"]["signal"] != signal:
        fail("the text is that of another signal")
    ok(f"its text is the one that the entry commits to: {opening['value']['text']!r}")


def main():
    arguments = [one for one in sys.argv[1:] if not one.startswith("--")]
    options = dict(one.split("=", 1) for one in sys.argv[1:] if one.startswith("--") and "=" in one)
    if not arguments:
        sys.exit(__doc__)
    log = Log(arguments[0])
    vkey = options.get("--vkey") or log.get("/log/vkey").decode().split("\n")[0]
    size, note = check_log(log, vkey, "--vkey" in options)
    check_days(log, size, Path(options["--tsa"]).read_bytes() if "--tsa" in options else None)
    if "--entries" in sys.argv:
        check_entries(log, size, note)
    if len(arguments) > 1:
        check_signal(log, vkey, arguments[1])


main()
