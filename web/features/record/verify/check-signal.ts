// The checks of a signal against the log. They need only the log's public files.
import type { record } from '#shared/contracts/record.ts'
import type { Reply } from '#shared/endpoint.ts'
import { longDate } from '#web/lib/money-and-dates.ts'
import { type Check, count, fault, ifWrongTile, none, ok, WRONG_TILE } from './check.ts'
import { checkHistory, checkSignature, keepCheckpoint, keptCheckpoint } from './check-checkpoint.ts'
import { faultOfOpening, isAsSealed } from './check-opening.ts'
import { checkTime } from './check-time.ts'
import { checkEpochs, type Epochs, epochOf, lostText, readEpochs, type Tree, treeWith } from './epochs.ts'
import { areEqual, leafHash, rootFromTiles, rootOfInclusion } from './merkle.ts'
import { bytesOf, canonicalJson, commitmentOf, fromHex, nameOf, parseCheckpoint, parseProof } from './note.ts'
import { type LoggedSignal, readKey, readProof, readSignal } from './read-log.ts'

/** What opens the entry of a signal: its text, and its trade if that is sealed. */
type Opening = Pick<Reply<typeof record.opening>, 'text' | 'trade'>
type ReadOpening = (id: string) => Promise<Opening | null>
export type Entry = NonNullable<LoggedSignal['entry']>
export type Verification =
  /** `lost`: which entries were lost in restores from backups, in words. */
  | { found: false; isWaiting: boolean; lost: string[] }
  | {
      found: true
      index: number
      entry: Entry
      checks: Check[]
      /** Everything that the checks have read, as proof for others if a check finds a fault. */
      evidence: string
    }

/**
 * Throws `OfflineError`, and an error that names the file if the log can't be read. `nowMs`: since the epoch. `readOwn`
 * reads the opening for this viewer if the signal isn't public. Without `readOwn`, or if it returns nothing, the
 * opening isn't checked.
 */
export async function checkSignal(id: string, nowMs: number, readOwn?: ReadOpening): Promise<Verification> {
  const signal = await readSignal(id)
  if (!signal?.entry || signal.index === null)
    return { found: false, isWaiting: signal !== null, lost: signal === null ? await readLost() : [] }
  const { index, entry } = signal
  const [proofFile, vkey] = await Promise.all([readProof(index), readKey()])
  const proof = parseProof(proofFile)
  const kept = keptCheckpoint()
  const own = signal.opening ? null : ((await readOwn?.(id)) ?? null)
  const ofContent = [
    await checkText(id, signal.opening ?? own?.text ?? null, entry),
    ...(await checkSealed(own, entry)),
  ]
  const epochs = proof && parseCheckpoint(proof.note) ? await readEpochs(vkey, proof.note) : null
  const tree = epochs && treeWith(epochs, index)
  const newest = epochs?.trees.at(-1)
  const evidence = [
    JSON.stringify(signal, null, 2),
    // Content that isn't public is included only if it proves a fault.
    ...(ofContent.some(({ state }) => state === 'fault') ? [JSON.stringify(own, null, 2)] : []),
    proofFile,
    ...(epochs?.trees ?? []).flatMap(({ note, seam }) => [
      ...(note === proof?.note ? [] : [note]),
      ...(seam ? [JSON.stringify(seam, null, 2)] : []),
    ]),
    vkey,
    JSON.stringify(kept, null, 2),
  ].join('\n\n')
  const isOfEntry = proof !== null && tree?.note === proof.note && proof.index === index - tree.first
  if (!epochs || !newest || !tree || !isOfEntry) {
    const broken = fault('The log has no proof of this entry', 'An entry without a proof isn’t in the log.')
    const checks = [...ofContent, broken, ...(epochs ? checkEpochs(epochs) : [])]
    return { found: true, index, entry, checks, evidence }
  }
  const signature = await checkSignature(epochs.trees, kept)
  const history = await checkHistory(epochs.trees, kept)
  const checks = [
    ...ofContent.slice(0, 1),
    await checkEntry(index, entry, tree, proof.hashes),
    signature,
    history,
    ...checkEpochs(epochs),
    ...ofContent.slice(1),
    ...(await checkOpening(signal, epochs)),
    ...(await checkStamps(index, entry, tree)),
  ]
  // A faulty checkpoint must not replace the good one, and an unchecked one is no better than none.
  if (signature.state === 'ok' && history.state !== 'fault' && epochs.fault === null)
    keepCheckpoint({ note: newest.note, vkey, at: nowMs })
  return { found: true, index, entry, checks, evidence }
}

/** In words, which entries were lost in restores, newest first. Empty for a log that was never restored. */
async function readLost(): Promise<string[]> {
  const vkey = await readKey()
  if (vkey === '' || epochOf(nameOf(vkey)) === 1) return []
  const { trees, fault: wrong } = await readEpochs(vkey, null)
  if (wrong !== null) return []
  return trees
    .filter(({ seam }) => seam !== null)
    .map((tree) => `${lostText(tree)} on ${longDate(new Date(tree.seam?.time ?? ''))}.`)
    .toReversed()
}

/** The date of an entry, such as "Mar 3, 2026". For a signal older than the log, the log can't prove it. */
export const entryDate = (entry: Entry): string => longDate(new Date(String(entry.posted ?? entry.time)))

/** 32 bytes in hex. */
const SALT = /^[\da-f]{64}$/i

async function checkText(id: string, opening: LoggedSignal['opening'], entry: Entry): Promise<Check> {
  if (entry.signal !== id)
    return fault('The entry is that of another signal', `It names the signal ${String(entry.signal)}.`)
  if (!opening)
    return none(
      'The text isn’t public',
      'Its entry commits to it all the same, so it can’t be changed. Those who may read it can check it.',
    )
  const { salt, value } = opening
  if (value.signal !== id)
    return fault('The text is that of another signal', `It names the signal ${value.signal}.`)
  if (!SALT.test(salt))
    return fault(
      'The salt of the text is broken',
      'It isn’t 32 bytes in hex, so the text can’t be checked with it.',
    )
  const isRight = areEqual(await commitmentOf(fromHex(salt), value), fromHex(String(entry.text)))
  if (!isRight)
    return fault('The text isn’t the one that was committed', 'It was changed after it got into the log.')
  return ok(
    `This text is the one committed on ${longDate(new Date(String(entry.time)))}`,
    `${entry.posted === undefined ? '' : `From before the log: you have only our word that it was posted on ${entryDate(entry)}. `}“${value.text}”`,
  )
}

/** Empty unless the viewer may already read the sealed trade. */
async function checkSealed(own: Opening | null, { sealed }: Entry): Promise<Check[]> {
  if (!own?.trade || sealed === undefined) return []
  if (await isAsSealed(own.trade, sealed))
    return [
      ok('Its trade is the one that was sealed', 'You may read it. Others see it once the log opens it.'),
    ]
  return [fault('Its trade isn’t the one that was sealed', 'It was changed after it got into the log.')]
}

/**
 * If the proof fails, the tiles show whether the proof or the entry is wrong. `checkHistory` compares their
 * root.
 */
async function checkEntry(
  number: number,
  entry: Entry,
  { first, size, root, tile }: Tree,
  proof: readonly Uint8Array[],
): Promise<Check> {
  const leaf = await leafHash(bytesOf(canonicalJson(entry)))
  const index = number - first
  const found = await rootOfInclusion(index, size, leaf, proof)
  if (found && areEqual(found, root))
    return ok(`It is entry ${count(number)}`, `${proof.length} hashes lead from it to the root of the log.`)
  const isInTiles =
    index < size &&
    areEqual(leaf, await rootFromTiles(index, index + 1, tile).catch(ifWrongTile(new Uint8Array())))
  if (isInTiles)
    return fault(
      'The proof of the entry is wrong',
      'The log has the entry, and the proof doesn’t lead to its root.',
    )
  return fault('The entry isn’t in the log', 'Its hashes don’t lead to the root of the log.')
}

/**
 * Empty unless the log says that it has opened the sealed trade. `checkHistory` checks that the tiles are the
 * signed ones.
 */
async function checkOpening({ index, entry, opened }: LoggedSignal, epochs: Epochs): Promise<Check[]> {
  if (index === null || entry?.sealed === undefined || typeof opened !== 'number') return []
  const tree = treeWith(epochs, opened)
  const wrong = await faultOfOpening({ index, sealed: entry, opened }, tree).catch(ifWrongTile(WRONG_TILE))
  if (wrong !== null) return [fault('The trade wasn’t opened as it was sealed', wrong)]
  return [ok('Its trade was opened as it was sealed', `Entry ${count(opened)} has the trade.`)]
}

/**
 * Empty without a stamped checkpoint before or after the entry. `checkHistory` checks that the tiles are the
 * signed ones.
 */
async function checkStamps(number: number, entry: Entry, tree: Tree): Promise<Check[]> {
  const result = await checkTime({ index: number - tree.first, time: String(entry.time) }, tree).catch(
    ifWrongTile({ fault: WRONG_TILE }),
  )
  if (result === null) return []
  if ('fault' in result) return [fault('Its time doesn’t match the timestamps', result.fault)]
  return [ok('Its time matches the timestamps', `Of the checkpoints stamped outside, ${result.between}.`)]
}
