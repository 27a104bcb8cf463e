"""Checks Signalpost's log without trusting Signalpost. Needs Python 3.9 and openssl, nothing else.

    python3 verify-record.py https://signalpost.example                  the log: signature, tiles, nothing rewritten
    python3 verify-record.py https://signalpost.example <signal id>      also: this signal is in it, with this text

The last checkpoint is kept in verify-record.json, so that the next run shows whether the log was rewritten in between.
--entries reads every entry too, with verify-entries.py beside this program.
--vkey=<key> checks with a key that you know from elsewhere instead of the one that the server shows.
--tsa=<file> checks the time stamps, with the root certificate of the authority that made them.
"""
import base64, bisect, functools, hashlib, importlib, json, sys, tempfile, urllib.request
from datetime import datetime, timedelta
from pathlib import Path
from subprocess import run

KEPT = Path("verify-record.json")
SPKI = bytes.fromhex("302a300506032b6570032100")  # The ASN.1 before an Ed25519 public key (RFC 8410).
SLACK = timedelta(seconds=60)  # An entry is in the log a minute after its time at the latest.

def need(condition, sentence):
    """Ends the program with the sentence unless the condition holds."""
    condition or sys.exit(print("FAULT  " + sentence) or 1)

def ok(sentence): print("ok     " + sentence)

def sha256(*parts): return hashlib.sha256(b"".join(parts)).digest()

# A tree is that of RFC 6962, section 2.1. What is hashed begins with LEAF for an entry, and with NODE for two hashes.
LEAF, NODE = b"\0", b"\1"

def split(size):
    """How many leaves are left of a tree's root: the largest power of two below its size."""
    return 1 << (size - 1).bit_length() - 1

def included(index, size, leaf, proof):
    """The root that follows from an inclusion proof, of which it takes what it needs."""
    if size == 1: return leaf
    need(proof, "the proof is too short")
    beside, middle = proof.pop(), split(size)
    if index < middle:
        return sha256(NODE, included(index, middle, leaf, proof), beside)
    return sha256(NODE, beside, included(index - middle, size - middle, leaf, proof))

def canonical(value):
    """RFC 8785 for strings, integers, booleans, lists and objects with ASCII keys, which is all that the log has."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

def commitment(opening, value): return sha256(bytes.fromhex(opening["salt"]), canonical(value)).hex()

def time_of(text): return datetime.fromisoformat(text.rstrip("Z"))

def tile_place(n, count):
    """The end of the address of the n-th tile in a row of `count`, and how many it has (c2sp.org/tlog-tiles)."""
    (*groups, last), width = f"{n:,}".split(","), min(256, count - n * 256)
    return "".join(f"x{group:0>3}/" for group in groups) + f"{last:0>3}" + (f".p/{width}" if width < 256 else ""), width

class Log:
    """The log's files at an address. Its tiles are those of a tree with `size` entries, once that is known."""
    def __init__(self, address):
        self.address, self.size, self.days = address.rstrip("/"), 0, []

    def get(self, path):
        try:
            with urllib.request.urlopen(self.address + path, timeout=30) as response:
                return response.read()
        except OSError as error:
            is_unknown = path.startswith("/log/signals/") and getattr(error, "code", None) == 404
            need(False, "the log has no such signal" if is_unknown else f"{self.address}{path} can't be read: {error}")

    @functools.cache
    def tile(self, level, n):
        """The hashes of a tile. Those of a full one must have the hash that the tile above has for it."""
        place, width = tile_place(n, self.size // 256**level)
        data = self.get(path := f"/log/tile/{level}/{place}")
        need(len(data) == 32 * width, f"{path} has {len(data)} bytes instead of {32 * width}")
        row = hashes = [data[at:at + 32] for at in range(0, len(data), 32)]
        while width == 256 and len(row) > 1:
            row = [sha256(NODE, *pair) for pair in zip(row[::2], row[1::2])]
        need(width < 256 or row[0] == self.tile(level + 1, n // 256)[n % 256], f"{path} isn't the one below the tile above")
        return hashes

    def root(self, start, end):
        """The hash above the entries from `start` up to `end`, from the tiles."""
        level = (max(end - start, 1).bit_length() - 1) // 8
        if end - start == 256**level and start % 256**level == 0:
            n, at = divmod(start // 256**level, 256)
            return self.tile(level, n)[at]
        middle = start + split(end - start)
        return sha256(NODE, self.root(start, middle), self.root(middle, end))

def openssl(words, **files):
    """Whether openssl succeeds, with the names of temporary files for those in `words`."""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items(): Path(folder, name).write_bytes(data)
        command = [str(Path(folder, word)) if word in files else word for word in words.split()]
        return run(["openssl"] + command, capture_output=True).returncode == 0

def parse(note):
    origin, size, root = note.splitlines()[:3]
    return origin, int(size), base64.b64decode(root)

def need_signature(note, vkey):
    """Of the checkpoint (c2sp.org/signed-note) by the key."""
    name, key_id, encoded = vkey.split("+", 2)
    key = base64.b64decode(encoded)
    need(key[0] == 1 and sha256(name.encode(), b"\n", key)[:4].hex() == key_id,
         "the key isn't an Ed25519 key, or has the id of another")
    text, _, lines = note.rpartition("\n\n")
    signatures = [(signer, base64.b64decode(value)) for _, signer, value in map(str.split, lines.splitlines())]
    verify = "pkeyutl -verify -pubin -keyform DER -inkey key -rawin -in text -sigfile signature"
    need(any(signer == name and value[:4].hex() == key_id and
             openssl(verify, key=SPKI + key[1:], text=(text + "\n").encode(), signature=value[4:])
             for signer, value in signatures), "the checkpoint isn't signed by the key " + vkey)

def check_log(log, note, vkey, is_given):
    need_signature(note, vkey)
    origin, size, root = parse(note)
    log.size = size
    ok(f"the checkpoint of {origin} with {size} entries is signed by its key")
    need(log.root(0, size) == root, "the tiles don't have the root of the checkpoint")
    ok("the tiles have the root of the checkpoint")
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    if origin in kept:
        before, known = kept[origin]["size"], kept[origin].get("vkey", vkey)
        need(before <= size, f"the log had {before} entries before, and has {size} now")
        need(log.root(0, before).hex() == kept[origin]["root"], f"the first {before} entries aren't those of your last visit")
        ok(f"the {before} entries of your last visit are still its beginning")
        if known != vkey and not is_given:
            need_signature(note, known)
            ok("the key of your last visit signs it beside a new one: " + vkey)
    kept[origin] = {"size": size, "root": root.hex(), "vkey": vkey}
    KEPT.write_text(json.dumps(kept))

def check_days(log, authority):
    """Keeps the days whose last checkpoint is stamped, after checking that these are beginnings of the log."""
    for day in [one for one in json.loads(log.get("/log/days")) if one["stamped"] and one["size"] <= log.size]:
        name, size = day["day"], day["size"]
        note, stamp = log.get("/log/days/" + name), log.get(f"/log/days/{name}.tsr")
        need(parse(note.decode())[1:] == (size, log.root(0, size)) and day["at"][:10] == name,
             f"the checkpoint of {name} isn't a beginning of the log")
        verify = "ts -verify -in stamp -data note -CAfile root"
        need(sha256(note) in stamp and (not authority or openssl(verify, stamp=stamp, note=note, root=authority)),
             f"the time stamp of {name} isn't one of its checkpoint")
        log.days.append((size, time_of(day["at"])))
    if log.days:
        ok(f"{len(log.days)} days are stamped outside" + ("" if authority else "; check the stamps with --tsa=<file>"))

def check_time(log, index, entry):
    """An entry that first appears after a stamped checkpoint isn't older, and one that it has isn't newer."""
    after, time = bisect.bisect_right(log.days, (index, datetime.max)), time_of(entry["time"])
    need(after == 0 or time >= log.days[after - 1][1] - SLACK,
         f"entry {index} has a time before a stamped checkpoint that doesn't have it")
    need(after == len(log.days) or time <= log.days[after][1] + SLACK,
         f"entry {index} has a time after a stamped checkpoint that has it")

def read_signal(log, signal):
    """What the log says of a signal, the hashes of its proof, and the checkpoint that these lead to."""
    answer = json.loads(log.get(f"/log/signals/{signal}"))
    need(answer["entry"] is not None, "the signal has no entry yet; it gets one within a minute of its post")
    head, note = log.get(f"/log/proofs/{answer['index']}.tlog-proof").decode().split("\n\n", 1)
    name, index, *hashes = head.splitlines()
    need([name, index] == ["c2sp.org/tlog-proof@v1", f"index {answer['index']}"],
         "the proof is of another entry or in another format")
    return answer, [base64.b64decode(line) for line in hashes], note

def check_signal(log, signal, answer, proof, note):
    entry, index, opening = canonical(answer["entry"]), answer["index"], answer["opening"]
    leaf, root = sha256(LEAF, entry), parse(note)[2]
    need(index < log.size and leaf == log.root(index, index + 1), f"entry {index} isn't the one in the tiles")
    need(included(index, log.size, leaf, proof) == root and not proof, "the proof doesn't lead to the root of its checkpoint")
    ok(f"the signal is entry {index} of {log.size}: {entry.decode()}")
    need(answer["entry"]["signal"] == signal, "the entry is that of another signal")
    check_time(log, index, answer["entry"])
    if opening is None:
        return print("       its text isn't public, so only its commitment can be checked")
    need(commitment(opening, opening["value"]) == answer["entry"]["text"], "the text isn't the one that the entry commits to")
    need(opening["value"]["signal"] == signal, "the text is that of another signal")
    ok(f"its text is the one that the entry commits to: {opening['value']['text']!r}")

def main():
    arguments = [one for one in sys.argv[1:] if not one.startswith("--")]
    options = dict(one.partition("=")[::2] for one in sys.argv[1:] if one.startswith("--"))
    arguments or sys.exit(__doc__)
    log, signal = Log(arguments[0]), arguments[1] if len(arguments) > 1 else None
    vkey = options.get("--vkey") or log.get("/log/vkey").decode().split("\n")[0]
    answer, proof, note = read_signal(log, signal) if signal else (None, None, log.get("/log/checkpoint").decode())
    check_log(log, note, vkey, "--vkey" in options)
    check_days(log, Path(options["--tsa"]).read_bytes() if "--tsa" in options else None)
    if "--entries" in options:
        need(Path(__file__).with_name("verify-entries.py").exists(), "--entries needs /log/verify-entries.py beside this program")
        importlib.import_module("verify-entries").check_entries(log, note)
    if signal:
        check_signal(log, signal, answer, proof, note)

try:
    main()
except (LookupError, TypeError, ValueError) as error:
    need(False, f"the log shows something that can't be read: {error!r}")
