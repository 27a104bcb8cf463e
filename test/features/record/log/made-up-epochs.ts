// A made-up log of two epochs, which had ten entries and was restored from a backup with six of them, and its lies.
import { type NoteKey, noteKey } from '#engine/log/note.ts'
import { ADA, bytesOf, type MadeUp, type MadeUpLog, noteOf, ORIGIN, serveEpochs } from './made-up-log.ts'

export const NEXT = `${ORIGIN}/2`
export const keyOf = (byte: number, name = ORIGIN) => noteKey(name, Buffer.alloc(32, byte))
export const KEY = keyOf(1)
export const idOf = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`
export const signal = (n: number): MadeUp => ({
  kind: 'signal',
  author: ADA,
  signal: idOf(n),
  text: '33'.repeat(32),
  trade: { horizon: null, side: 'buy', tickers: ['AMD'] },
})
/** The log had ten entries, of which the backup has six. */
export const [SIZE, KEPT] = [10, 6]
export const ALL = bytesOf(Array.from({ length: SIZE }, (_, n) => signal(n)))
export const OLD = ALL.slice(0, KEPT)
export const lastOf = (entries: readonly Buffer[], key = KEY) =>
  noteOf(entries, { origin: ORIGIN, signers: [key] })
const SEAM = {
  kind: 'continues',
  epoch: 2,
  kept: KEPT,
  last: lastOf(ALL),
  reason: 'The disk failed.',
  size: SIZE,
  vkey: keyOf(1, NEXT).vkey,
}

/** The author's chain continues after the last entry that is left. */
const AFTER = signal(SIZE + 1)
export type Lie = { seam?: object; kept?: readonly Buffer[]; signer?: NoteKey; next?: NoteKey }

export async function serveRestored({
  seam,
  kept = OLD,
  signer = KEY,
  next = keyOf(1, NEXT),
}: Lie = {}): Promise<MadeUpLog> {
  const chained = bytesOf([...Array.from({ length: KEPT }, (_, n) => signal(n)), { ...SEAM, ...seam }, AFTER])
  return await serveEpochs([kept, chained.slice(KEPT)], { first: SIZE, signers: [signer], next })
}
/** What a first entry, or the log before it, may lie about. */
export const LIES: [string, Lie][] = [
  ['its kind', { seam: { kind: 'method' } }],
  ['the epoch', { seam: { epoch: 3 } }],
  ['fewer kept entries than there are', { seam: { kept: KEPT - 1 } }],
  ['more kept entries than there are', { seam: { kept: KEPT + 1 } }],
  ['nothing that was lost', { seam: { kept: SIZE }, kept: ALL }],
  ['a smaller size than its last checkpoint', { seam: { size: SIZE - 1 } }],
  ['a larger size than its last checkpoint', { seam: { size: SIZE + 1 } }],
  ['a last checkpoint that another key has signed', { seam: { last: lastOf(ALL, keyOf(2)) } }],
  [
    'a last checkpoint of another log',
    { seam: { last: noteOf(ALL, { origin: 'other.test/log', signers: [KEY] }) } },
  ],
  ['a malformed last checkpoint', { seam: { last: 'Trust us' } }],
  ['another key than the one before', { seam: { vkey: keyOf(2, NEXT).vkey } }],
  ['a key under another name', { seam: { vkey: KEY.vkey } }],
  ['no reason', { seam: { reason: null } }],
  ['no time', { seam: { time: 'yesterday' } }],
  ['entries that another key has signed', { signer: keyOf(2) }],
]
