"""Checks Signalpost's log without trusting Signalpost. Needs Python 3.9 and openssl, nothing else.

    python3 verify-record.py https://signalpost.example                  the log: signature, tiles, every entry, nothing rewritten
    python3 verify-record.py https://signalpost.example <signal id>      also: this signal is in it, with this text

The last checkpoint is kept in verify-record.json, so that the next run shows whether the log was rewritten in between.
A log that was restored from a backup continues in a new tree, an epoch. Both are checked, and lost entries are listed.
--quick skips the check of every entry.
--vkey=<key> checks with a key that you know from elsewhere instead of the one that the server shows.
--tsa=<file> checks the time stamps with the root certificate of the authority that made them.
"""
import base64, bisect, functools, hashlib, json, re, sys, tempfile, urllib.request
from datetime import datetime, timedelta
from pathlib import Path
from subprocess import run

KEPT = Path("verify-record.json")
SPKI = bytes.fromhex("302a300506032b6570032100")  # The ASN.1 prefix of an Ed25519 public key (RFC 8410).
SLACK = timedelta(seconds=60)  # An entry is in the log at most a minute after its time.

def need(condition, sentence):
    """Ends the program with this message unless the condition holds."""
    condition or sys.exit(print("FAULT  " + sentence) or 1)

def ok(sentence): print("ok     " + sentence)

def sha256(*parts): return hashlib.sha256(b"".join(parts)).digest()

# Trees are those of RFC 6962, section 2.1. Hashed data begins with LEAF for an entry, and with NODE for two hashes.
LEAF, NODE, LINE = b"\0", b"\1", b"\n"

def split(size):
    """The number of leaves in a tree's left subtree: the largest power of two below its size."""
    return 1 << (size - 1).bit_length() - 1

def included(index, size, leaf, proof):
    """Computes the root from an inclusion proof. Removes the hashes that it uses from the proof."""
    if size == 1: return leaf
    need(proof, "the proof is too short")
    beside, middle = proof.pop(), split(size)
    if index < middle:
        return sha256(NODE, included(index, middle, leaf, proof), beside)
    return sha256(NODE, beside, included(index - middle, size - middle, leaf, proof))

def canonical(value):
    """RFC 8785 for strings, integers, booleans, lists and objects with ASCII keys, the only values in the log."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

def commitment(opening, value): return sha256(bytes.fromhex(opening["salt"]), canonical(value)).hex()

def time_of(text): return datetime.fromisoformat(text.rstrip("Z"))

def tile_place(n, count):
    """The end of the n-th tile's URL in a level of `count` hashes, and the tile's number of hashes (c2sp.org/tlog-tiles)."""
    (*groups, last), width = f"{n:,}".split(","), min(256, count - n * 256)
    return "".join(f"x{group:0>3}/" for group in groups) + f"{last:0>3}" + (f".p/{width}" if width < 256 else ""), width

class Log:
    """One epoch of the log. Its tiles are those of the tree in the checkpoint `note`."""
    def __init__(self, address, note=None):
        self.address, self.note, self.stamps, self.first, self.seam = address.rstrip("/"), note, [], 0, None
        if note:
            self.origin, self.size, self.top = parse(note)
            self.epoch = epoch_of(self.origin)
            self.path = f"/log/{self.epoch}" if self.epoch > 1 else "/log"

    def get(self, path):
        try:
            with urllib.request.urlopen(self.address + path, timeout=30) as response:
                return response.read()
        except OSError as error:
            is_unknown = path.startswith("/log/signals/") and getattr(error, "code", None) == 404
            need(False, "the log has no such signal" if is_unknown else f"{self.address}{path} can't be read: {error}")

    @functools.cache
    def tile(self, level, n):
        """The hashes of a tile. The root of a full tile must be in the tile above."""
        place, width = tile_place(n, self.size // 256**level)
        data = self.get(path := f"{self.path}/tile/{level}/{place}")
        need(len(data) == 32 * width, f"{path} has {len(data)} bytes instead of {32 * width}")
        row = hashes = [data[at:at + 32] for at in range(0, len(data), 32)]
        while width == 256 and len(row) > 1:
            row = [sha256(NODE, *pair) for pair in zip(row[::2], row[1::2])]
        need(width < 256 or row[0] == self.tile(level + 1, n // 256)[n % 256], f"{path} isn't the one below the tile above")
        return hashes

    def first_entry(self):
        data = self.get(f"{self.path}/tile/entries/{tile_place(0, self.size)[0]}")
        entry = data[2:2 + int.from_bytes(data[:2], "big")]
        need(sha256(LEAF, entry) == self.root(0, 1), f"the first entry of {self.origin} isn't the one in the tiles")
        return json.loads(entry)

    def root(self, start, end):
        """The root of the entries from `start` to before `end`, computed from the tiles."""
        level = (max(end - start, 1).bit_length() - 1) // 8
        if end - start == 256**level and start % 256**level == 0:
            n, at = divmod(start // 256**level, 256)
            return self.tile(level, n)[at]
        middle = start + split(end - start)
        return sha256(NODE, self.root(start, middle), self.root(middle, end))

def openssl(words, **files):
    """Whether openssl succeeds. The names of `files` in `words` are replaced by the paths of temporary files."""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items(): Path(folder, name).write_bytes(data)
        command = [str(Path(folder, word)) if word in files else word for word in words.split()]
        return run(["openssl"] + command, capture_output=True).returncode == 0

def parse(note):
    origin, size, root = note.splitlines()[:3]
    return origin, int(size), base64.b64decode(root)

def need_signature(note, vkey, what="the checkpoint"):
    """Ends the program unless the key has signed the checkpoint (c2sp.org/signed-note)."""
    name, key_id, encoded = vkey.split("+", 2)
    key = base64.b64decode(encoded)
    need(key[0] == 1 and sha256(name.encode(), LINE, key)[:4].hex() == key_id,
         "the key isn't an Ed25519 key, or has the id of another")
    text, _, lines = note.rpartition("\n\n")
    signatures = [(signer, base64.b64decode(value)) for _, signer, value in map(str.split, lines.splitlines())]
    verify = "pkeyutl -verify -pubin -keyform DER -inkey key -rawin -in text -sigfile signature"
    need(any(signer == name and value[:4].hex() == key_id and
             openssl(verify, key=SPKI + key[1:], text=(text + "\n").encode(), signature=value[4:])
             for signer, value in signatures), f"{what} isn't signed by the key {vkey}")

def name_of(origin, epoch=1):
    """The name of a log in one of its epochs: host/log, host/log/2, host/log/3, …"""
    return re.sub(r"(/log)/[1-9][0-9]*$", r"\1", origin) + (f"/{epoch}" if epoch > 1 else "")

def epoch_of(origin): return int((re.search(r"/log/([1-9][0-9]*)$", origin) or [0, 1])[1])

def under(name, vkey):
    """The same key under another name."""
    encoded = vkey.split("+", 2)[2]
    return f"{name}+{sha256(name.encode(), LINE, base64.b64decode(encoded))[:4].hex()}+{encoded}"

def check_seam(log):
    """Checks an epoch's first entry. Returns the previous epoch's key, and how many of its entries were kept."""
    seam, before = log.first_entry(), name_of(log.origin, log.epoch - 1)
    need(seam["kind"] == "continues" and isinstance(seam["reason"], str) and
         name_of(log.origin, seam["epoch"]) == seam["vkey"].split("+")[0] == log.origin,
         f"the first entry of {log.origin} doesn't say what it continues")
    need_signature(seam["last"], under(before, seam["vkey"]), f"the last checkpoint of {before}")
    need(parse(seam["last"])[:2] == (before, seam["size"]) and 0 < seam["kept"] < seam["size"],
         f"the first entry of {log.origin} names other numbers than the last checkpoint of {before}")
    log.seam = seam
    return under(before, seam["vkey"]), seam["kept"]

def epochs_of(newest, vkey, proven):
    """All epochs, oldest first. Each names the previous epoch's key. `proven`: the checkpoint to use for its epoch."""
    logs, kept = [newest], None
    while True:
        log = logs[0]
        need_signature(log.note, vkey)
        log.vkey = vkey
        need(kept in (None, log.size), f"the entries of {log.origin} aren't the {kept} that were kept")
        ok(f"the checkpoint of {log.origin} with {log.size} entries is signed by its key")
        need(log.root(0, log.size) == log.top, "the tiles don't have the root of the checkpoint")
        ok("the tiles have the root of the checkpoint")
        if log.epoch == 1: break
        vkey, kept = check_seam(log)
        before, path = name_of(log.origin, log.epoch - 1), f"/log/{log.epoch - 1}/checkpoint"
        is_proven = proven and parse(proven)[0] == before
        logs.insert(0, Log(log.address, proven if is_proven else log.get(path).decode()))
        need(logs[0].origin == before, f"{path} is that of another log than {before}")
    for before, log in zip(logs, logs[1:]):
        log.first = before.first + log.seam["size"]
        ok(f"restored from a backup at {time_of(log.seam['time'])}; "
           f"entries {before.first + before.size} to {log.first - 1} were lost: {log.seam['reason']!r}")
    return logs

def check_kept(logs, is_given):
    """Checks that everything from your last visit is still in the log, or is listed as lost."""
    kept, known, newest = json.loads(KEPT.read_text()) if KEPT.exists() else {}, None, logs[-1]
    for origin in kept:
        need(name_of(origin) != name_of(newest.origin) or epoch_of(origin) <= newest.epoch,
             f"the log went on as {origin} at your last visit")
    for log, after in zip(logs, logs[1:] + [None]):
        last, known = kept.get(log.origin), known and under(log.origin, known)
        if last:
            before, known = last["size"], last.get("vkey", log.vkey)
            if after and before > log.size:
                said = parse(after.seam["last"])
                need((before, last["root"]) == (said[1], said[2].hex()) or before < said[1],
                     f"{log.origin} had {before} entries before, and {after.origin} doesn't admit that they are lost")
                ok(f"the {before} entries of your last visit are those of which some were lost")
            else:
                need(before <= log.size, f"the log had {before} entries before, and has {log.size} now")
                need(log.root(0, before).hex() == last["root"], f"the first {before} entries aren't those of your last visit")
                ok(f"the {before} entries of your last visit are still its beginning")
        if known and known != log.vkey and not is_given:
            need_signature(log.note, known)
            ok("the key of your last visit signs it beside a new one: " + log.vkey)
        if not last or last["size"] <= log.size:
            kept[log.origin] = {"size": log.size, "root": log.top.hex(), "vkey": log.vkey}
        known = log.vkey if known else None
    KEPT.write_text(json.dumps(kept))

def check_stamps(log, authority):
    """Checks an epoch's stamped checkpoints, of days and from before closes: each must be a beginning of the log."""
    def check(name, path, size, at):
        note, stamp = log.get(path), log.get(path + ".tsr")
        need(parse(note.decode())[1:] == (size, log.root(0, size)), f"the checkpoint of {name} isn't a beginning of the log")
        verify = "ts -verify -in stamp -data note -CAfile root"
        need(sha256(note) in stamp and (not authority or openssl(verify, stamp=stamp, note=note, root=authority)),
             f"the time stamp of {name} isn't one of its checkpoint")
        log.stamps.append((size, time_of(at)))
    days = [one for one in json.loads(log.get("/log/days"))
            if one["stamped"] and one.get("epoch", 1) == log.epoch and one["size"] <= log.size]
    for day in days:
        need(day["at"][:10] == day["day"], f"the checkpoint of {day['day']} isn't a beginning of the log")
        check(day["day"], f"/log/days/{day['day']}", day["size"], day["at"])
    others = json.loads(log.get("/log/stamps"))
    for one in others:
        origin, size, _ = parse(log.get(f"/log/stamps/{one['size']}").decode())
        need(name_of(origin) == name_of(log.origin), f"a stamped checkpoint is that of another log: {origin}")
        # The list has the number of entries in all epochs, a checkpoint only the number in its own epoch.
        if origin == log.origin and size <= log.size and (size, time_of(one["at"])) not in log.stamps:
            check(one["at"], f"/log/stamps/{one['size']}", size, one["at"])
    log.stamps.sort()
    if days: ok(f"{len(days)} days are stamped outside" + ("" if authority else "; check the stamps with --tsa=<file>"))
    if len(log.stamps) > len(days): ok(f"{len(log.stamps) - len(days)} more checkpoints are stamped outside, before closes")

def check_time(log, index, entry):
    """Checks that an entry isn't older than a stamped checkpoint without it, or newer than one that includes it."""
    after, time = bisect.bisect_right(log.stamps, (index, datetime.max)), time_of(entry["time"])
    need(after == 0 or time >= log.stamps[after - 1][1] - SLACK,
         f"entry {index} has a time before a stamped checkpoint that doesn't have it")
    need(after == len(log.stamps) or time <= log.stamps[after][1] + SLACK,
         f"entry {index} has a time after a stamped checkpoint that has it")

def read_signal(log, signal):
    """The log's answer about a signal, the index and the hashes of its proof, and the checkpoint that the proof leads to."""
    answer = json.loads(log.get(f"/log/signals/{signal}"))
    need(answer["entry"] is not None, "the signal has no entry yet; it gets one within a minute of its post")
    head, note = log.get(f"/log/proofs/{answer['index']}.tlog-proof").decode().split("\n\n", 1)
    name, index, *hashes = head.splitlines()
    need(name == "c2sp.org/tlog-proof@v1" and index.startswith("index "), "the proof is in another format")
    return answer, int(index[6:]), [base64.b64decode(line) for line in hashes], note

def check_signal(logs, signal, answer, index, proof):
    entry, number, opening = canonical(answer["entry"]), answer["index"], answer["opening"]
    log = next((one for one in logs if one.first <= number < one.first + one.size), None)
    need(log and index == number - log.first, "the proof is of another entry or in another epoch")
    leaf = sha256(LEAF, entry)
    need(leaf == log.root(index, index + 1), f"entry {number} isn't the one in the tiles")
    need(included(index, log.size, leaf, proof) == log.top and not proof, "the proof doesn't lead to the root of its checkpoint")
    ok(f"the signal is entry {number} of {log.first + log.size}: {entry.decode()}")
    need(answer["entry"]["signal"] == signal, "the entry is that of another signal")
    check_time(log, index, answer["entry"])
    if opening is None:
        return print("       its text isn't public, so only its commitment can be checked")
    need(commitment(opening, opening["value"]) == answer["entry"]["text"], "the text isn't the one that the entry commits to")
    need(opening["value"]["signal"] == signal, "the text is that of another signal")
    ok(f"its text is the one that the entry commits to: {opening['value']['text']!r}")

# Checks of every entry: its form, its author's chain, opened trades, withdrawals, the texts of the methods.
CHAIN = {"author", "seq", "prev"}
# The fields of an entry in addition to v, kind and time. A signal older than the log also has `posted`.
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
    """Checks the entries of all epochs, oldest first. Numbers, chains and references continue from one to the next."""
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

def main():
    arguments = [one for one in sys.argv[1:] if not one.startswith("--")]
    options = dict(one.partition("=")[::2] for one in sys.argv[1:] if one.startswith("--"))
    arguments or sys.exit(__doc__)
    server, signal = Log(arguments[0]), arguments[1] if len(arguments) > 1 else None
    shown = server.get("/log/vkey").decode().split("\n")[0]
    answer, index, proof, proven = read_signal(server, signal) if signal else (None, None, None, None)
    is_newest = proven and parse(proven)[0] == shown.split("+")[0]
    newest = Log(arguments[0], proven if is_newest else server.get("/log/checkpoint").decode())
    given = options.get("--vkey")
    # A key that you know from an earlier epoch has that epoch's name.
    vkey = shown if not given else under(newest.origin, given) if name_of(given.split("+")[0]) == name_of(newest.origin) else given
    logs = epochs_of(newest, vkey, proven)
    check_kept(logs, bool(given))
    for log in logs: check_stamps(log, Path(options["--tsa"]).read_bytes() if "--tsa" in options else None)
    if "--quick" not in options: check_entries(logs)
    if signal:
        check_signal(logs, signal, answer, index, proof)

try:
    main()
except (LookupError, TypeError, ValueError) as error:
    need(False, f"the log shows something that can't be read: {error!r}")
