#!/usr/bin/env python3
"""Checks Signalpost's log without trusting Signalpost. Needs Python 3.9 and openssl, nothing else.

    python3 verify-record.py https://signalpost.example                  the log: signature, tiles, nothing rewritten
    python3 verify-record.py https://signalpost.example <signal id>      also: this signal is in it, with this text

--entries reads every entry too: its form, each author's chain, opened trades, withdrawals, the texts of the methods.
The last checkpoint is kept in verify-record.json, so that the next run shows whether the log was rewritten in between.
--vkey=<key> checks with a key that you know from elsewhere instead of the one that the server shows.
"""
import base64, hashlib, json, os, subprocess, sys, tempfile, urllib.error, urllib.request

KEPT = "verify-record.json"
# The ASN.1 before an Ed25519 public key (RFC 8410).
SPKI = bytes.fromhex("302a300506032b6570032100")


def fail(sentence):
    print("FAULT  " + sentence)
    sys.exit(1)


def ok(sentence):
    print("ok     " + sentence)


def sha256(data):
    return hashlib.sha256(data).digest()


def leaf_hash(data):
    return sha256(b"\0" + data)


def node_hash(left, right):
    return sha256(b"\1" + left + right)


def canonical(value):
    """RFC 8785 for strings, integers, booleans, lists and objects with ASCII keys, which is all that the log has."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def tile_path(level, n, width):
    groups, rest = [f"{n % 1000:03d}"], n // 1000
    while rest:
        groups, rest = [f"x{rest % 1000:03d}"] + groups, rest // 1000
    return f"/log/tile/{level}/{'/'.join(groups)}" + (f".p/{width}" if width < 256 else "")


class Log:
    def __init__(self, address):
        self.address = address.rstrip("/")
        self.tiles = {}

    def get(self, path, optional=False):
        try:
            with urllib.request.urlopen(self.address + path, timeout=30) as response:
                return response.read()
        except urllib.error.HTTPError as error:
            if error.code == 404 and optional:
                return None
            fail(f"{path} answers {error.code}")
        except OSError as error:
            fail(f"{self.address} can't be reached: {error}")

    def tile(self, level, n, size):
        """The hashes of a tile in a tree of `size` entries."""
        width = min(256, size // 256**level - n * 256)
        if (level, n) not in self.tiles:
            path = tile_path(level, n, width)
            data = self.get(path)
            if len(data) != 32 * width:
                fail(f"{path} has {len(data)} bytes instead of {32 * width}")
            self.tiles[level, n] = data
        return self.tiles[level, n]

    def root(self, start, end, size):
        """The hash above the entries from `start` up to `end`, from the tiles of a tree of `size` entries."""
        if end == start + 1:
            level, first = 0, start
        else:
            split = 1
            while split * 2 < end - start:
                split *= 2
            level, width = 0, 1
            while width * 256 <= end - start:
                level, width = level + 1, width * 256
            if end - start != width or start % width:
                return node_hash(self.root(start, start + split, size), self.root(start + split, end, size))
            first = start // width
        hashes = self.tile(level, first // 256, size)
        at = first % 256 * 32
        return hashes[at:at + 32]


def open_note(note, vkey):
    """The text of a signed note. Ends the program unless the key has signed it."""
    name, key_id, encoded = vkey.split("+", 2)
    key = base64.b64decode(encoded)
    if key[0] != 1 or sha256(name.encode() + b"\n" + key)[:4].hex() != key_id:
        fail("the key isn't an Ed25519 key, or has the id of another")
    text, _, signatures = note.rpartition("\n\n")
    text += "\n"
    for line in signatures.splitlines():
        _, signer, value = line.split(" ")
        value = base64.b64decode(value)
        if signer != name or value[:4].hex() != key_id:
            continue
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, part) for part in ("key", "text", "signature")]
            for path, data in zip(paths, (SPKI + key[1:], text.encode(), value[4:])):
                with open(path, "wb") as file:
                    file.write(data)
            command = ["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", paths[0],
                       "-rawin", "-in", paths[1], "-sigfile", paths[2]]
            if subprocess.run(command, capture_output=True).returncode == 0:
                return text
    fail("the checkpoint isn't signed by the key " + vkey)


def checkpoint(note, vkey):
    origin, size, root = open_note(note, vkey).splitlines()[:3]
    return origin, int(size), base64.b64decode(root)


def included(index, size, leaf, proof):
    """The root that follows from an inclusion proof (RFC 9162, section 2.1.3.2)."""
    node, last, value = index, size - 1, leaf
    for part in proof:
        if last == 0:
            fail("the proof is too long")
        if node % 2 or node == last:
            value = node_hash(part, value)
            while node % 2 == 0 and node:
                node, last = node // 2, last // 2
        else:
            value = node_hash(value, part)
        node, last = node // 2, last // 2
    if last:
        fail("the proof is too short")
    return value


def check_log(log, vkey, is_given):
    note = log.get("/log/checkpoint").decode()
    origin, size, root = checkpoint(note, vkey)
    ok(f"the checkpoint of {origin} with {size} entries is signed by its key")
    if log.root(0, size, size) != root:
        fail("the tiles don't have the root of the checkpoint")
    ok("the tiles have the root of the checkpoint")
    kept = json.load(open(KEPT)) if os.path.exists(KEPT) else {}
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
    with open(KEPT, "w") as file:
        json.dump(kept, file)
    return size, note


CHAIN = {"author", "seq", "prev"}
# What an entry has beside v, kind and time; a signal older than the log also has `posted`.
FORMS = {"signal": [CHAIN | {"signal", "text", "trade"}, CHAIN | {"signal", "text", "sealed", "opens"}],
         "open": [CHAIN | {"of", "salt", "trade"}], "withdraw": [CHAIN | {"of"}], "leave": [CHAIN],
         "takedown": [{"of", "reason"}], "method": [{"method", "sha256"}], "key": [{"vkey"}]}


def entries(log, size):
    for n in range((size + 255) // 256):
        data, at = log.get(tile_path("entries", n, min(256, size - n * 256))), 0
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
        kind, author = value["kind"], value.get("author")
        counts[kind] = counts.get(kind, 0) + 1
        if canonical(value) != entry or set(value) - {"v", "kind", "time", "posted"} not in FORMS.get(kind, []):
            fail(f"entry {index} has a form that this program doesn't know")
        if author and [value["seq"], value["prev"]] != chains.get(author, [0, None]):
            fail(f"entry {index} doesn't follow its author's entry before")
        if author:
            chains[author] = [value["seq"] + 1, leaf_hash(entry).hex()]
        about = signals.get(value.get("of"))
        if "of" in value and (about is None or author not in (None, about["author"])):
            fail(f"entry {index} isn't about a signal of its author")
        if kind == "open" and value["of"] in opened:
            fail(f"entry {index} opens a trade that was opened before")
        if kind == "open":
            opened.add(value["of"])
        if kind == "open" and sha256(bytes.fromhex(value["salt"]) + canonical(value["trade"])).hex() != about.get("sealed"):
            fail(f"entry {index} opens another trade than the one that was sealed")
        if kind == "method" and sha256(log.get(f"/log/method/{value['method']}")).hex() != value["sha256"]:
            fail(f"the text of method {value['method']} isn't the one that entry {index} commits to")
        if kind == "key":
            key = value["vkey"]
        if kind == "signal":
            signals[index] = value
    if key:
        open_note(note, key)
        ok("the key that the log named last signs it: " + key)
    ok("every entry has its form and follows its author's: " + ", ".join(f"{n} {kind}" for kind, n in counts.items()))


def check_signal(log, vkey, signal):
    found = log.get(f"/log/signals/{signal}", optional=True)
    if found is None:
        fail("the log has no such signal")
    answer = json.loads(found)
    if answer["entry"] is None:
        fail("the signal has no entry yet; it gets one within a minute of its post")
    entry, index = canonical(answer["entry"]), answer["index"]
    head, note = log.get(f"/log/proofs/{index}.tlog-proof").decode().split("\n\n", 1)
    lines = head.splitlines()
    if lines[:2] != ["c2sp.org/tlog-proof@v1", f"index {index}"]:
        fail("the proof is of another entry or in another format")
    _, size, root = checkpoint(note, vkey)
    if included(index, size, leaf_hash(entry), [base64.b64decode(line) for line in lines[2:]]) != root:
        fail("the proof doesn't lead to the root of its checkpoint")
    ok(f"the signal is entry {index} of {size}: {entry.decode()}")
    if answer["entry"]["signal"] != signal:
        fail("the entry is that of another signal")
    opening = answer["opening"]
    if opening is None:
        print("       its text isn't public, so only its commitment can be checked")
        return
    value = opening["value"]
    if sha256(bytes.fromhex(opening["salt"]) + canonical(value)).hex() != answer["entry"]["text"]:
        fail("the text isn't the one that the entry commits to")
    if value["signal"] != signal:
        fail("the text is that of another signal")
    ok(f"its text is the one that the entry commits to: {value['text']!r}")


def main():
    arguments = [one for one in sys.argv[1:] if not one.startswith("--")]
    if not arguments:
        sys.exit(__doc__)
    log = Log(arguments[0])
    given = [one[len("--vkey="):] for one in sys.argv[1:] if one.startswith("--vkey=")]
    vkey = given[0] if given else log.get("/log/vkey").decode().split("\n")[0]
    size, note = check_log(log, vkey, bool(given))
    if "--entries" in sys.argv:
        check_entries(log, size, note)
    if len(arguments) > 1:
        check_signal(log, vkey, arguments[1])


main()
