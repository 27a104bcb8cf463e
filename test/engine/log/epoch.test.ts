// The names of a log's epochs, the numbers that were lost, and what the server itself finds wrong with a first entry.
import { expect, test } from 'vitest'
import { epochOf, faultOfSeam, lostIn, originOf, type Seam } from '#engine/log/epoch.ts'
import { checkpointText, noteKey, signNote, vkeyUnder } from '#engine/log/note.ts'

const ORIGIN = 'signalpost.test:3000/log'
const KEY = noteKey(ORIGIN, Buffer.alloc(32, 1))
const OTHER = noteKey(ORIGIN, Buffer.alloc(32, 2))
const noteOf = (size: number, key = KEY, origin = ORIGIN) =>
  signNote(checkpointText({ origin, size, root: Buffer.alloc(32, size) }), [key])
const SEAM: Seam = {
  v: 1,
  kind: 'continues',
  time: '2026-11-26T16:00:00.000Z',
  epoch: 2,
  kept: 6,
  last: noteOf(10),
  reason: 'The disk failed',
  size: 10,
  vkey: vkeyUnder(`${ORIGIN}/2`, KEY.vkey),
  first: 10,
}
const BEFORE = { origin: ORIGIN, size: 6, end: 6 }

test('the first epoch has the name of the log, later ones add their number', () => {
  for (const epoch of [1, 2, 10]) expect(epochOf(originOf(ORIGIN, epoch))).toBe(epoch)
  expect(originOf(`${ORIGIN}/2`, 3)).toBe(`${ORIGIN}/3`)
  expect(originOf(`${ORIGIN}/2`, 1)).toBe(ORIGIN)
})

test('a key has the id of its new name', () => {
  expect(vkeyUnder(`${ORIGIN}/2`, KEY.vkey)).toBe(noteKey(`${ORIGIN}/2`, Buffer.alloc(32, 1)).vkey)
})

test('the lost entries are the last numbers of the previous epoch', () => {
  expect(lostIn(SEAM)).toEqual({ from: 6, to: 9 })
  // The third epoch, after one that began with 10.
  expect(lostIn({ first: 15, size: 5, kept: 2 })).toEqual({ from: 12, to: 14 })
})

test.each<[string, Partial<Seam>]>([
  ['the epoch', { epoch: 3 }],
  ['the size', { size: 9 }],
  ['kept entries', { kept: 5 }],
  ['its number', { first: 11 }],
  ['a last checkpoint of another size', { last: noteOf(11) }],
  ['a last checkpoint of another key', { last: noteOf(10, OTHER) }],
  ['a last checkpoint of another log', { last: noteOf(10, KEY, 'other.test/log') }],
  ['a malformed last checkpoint', { last: 'Trust us' }],
  ['the key', { vkey: vkeyUnder(`${ORIGIN}/2`, OTHER.vkey) }],
])('a first entry that lies about %s has a fault', (_what, lie) => {
  expect(faultOfSeam(SEAM, BEFORE)).toBeNull()
  expect(faultOfSeam({ ...SEAM, ...lie }, BEFORE)).not.toBeNull()
})
