// A log of made-up entries, correctly hashed, signed and served over HTTP: a liar's log, whose only fault is what its entries say.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { entryBytes } from '#engine/log/entry.ts'
import { leafHash, rootOf } from '#engine/log/merkle.ts'
import { type NoteKey, signNote } from '#engine/log/note.ts'
import { inclusionRanges } from '#engine/log/tree.ts'

export const ADA = '00000000-0000-4000-8000-00000000000a'
export const BEN = '00000000-0000-4000-8000-00000000000b'
const TIME = '2026-03-03T15:00:00.000Z'

const OPENS = /"kind":"open"/

/** An entry's fields beside `v`, `kind`, `time` and its place in its author's chain. */
export type MadeUp = { kind: string; author?: string; [field: string]: unknown }

/** The bytes of the entries, each with its place in its author's chain. */
export function bytesOf(entries: readonly MadeUp[]): Buffer[] {
  const chains = new Map<string, { seq: number; prev: string | null }>()
  return entries.map((entry) => {
    const core = { v: 1, time: TIME, ...entry }
    if (entry.author === undefined) return entryBytes(core)
    const link = chains.get(entry.author) ?? { seq: 0, prev: null }
    const bytes = entryBytes(core, link)
    chains.set(entry.author, { seq: link.seq + 1, prev: leafHash(bytes).toString('hex') })
    return bytes
  })
}

/** At every width that a tree had while it grew. */
function addTiles(files: Map<string, string | Buffer>, level: string, row: readonly Buffer[]): void {
  for (const place of row.keys()) {
    const [n, width] = [Math.floor(place / 256), (place % 256) + 1]
    const path = `/log/tile/${level}/${String(n).padStart(3, '0')}${width < 256 ? `.p/${width}` : ''}`
    files.set(path, Buffer.concat(row.slice(n * 256, n * 256 + width)))
  }
}

export type MadeUpLog = {
  address: string
  origin: string
  /** Answers that replace those of a path. */
  instead: Map<string, string | Buffer>
  close(): void
}

/** Of up to 65,535 entries. All `keys` are shown, and those of `signers` sign. Their name is `made-up.test/log`. */
export async function serveLog(
  entries: readonly Buffer[],
  { keys, signers = keys }: { keys: readonly NoteKey[]; signers?: readonly NoteKey[] },
): Promise<MadeUpLog> {
  const origin = 'made-up.test/log'
  const leaves = entries.map((bytes) => leafHash(bytes))
  const size = entries.length
  const note = signNote(`${origin}\n${size}\n${rootOf(leaves).toString('base64')}\n`, signers)
  const files = new Map<string, string | Buffer>([
    ['/log/checkpoint', note],
    ['/log/days', '[]'],
    ['/log/vkey', keys.map(({ vkey }) => `${vkey}\n`).join('')],
  ])
  const bundled = entries.map((bytes) =>
    Buffer.concat([Buffer.of(bytes.length >> 8, bytes.length & 255), bytes]),
  )
  addTiles(files, 'entries', bundled)
  addTiles(files, '0', leaves)
  const isWhole = (_: Buffer, n: number) => (n + 1) * 256 <= size
  addTiles(
    files,
    '1',
    leaves.filter(isWhole).map((_, n) => rootOf(leaves.slice(n * 256, (n + 1) * 256))),
  )
  for (const [index, bytes] of entries.entries()) {
    const proof = inclusionRanges(index, size).map(({ start, end }) => rootOf(leaves.slice(start, end)))
    const lines = proof.map((hash) => `${hash.toString('base64')}\n`).join('')
    files.set(`/log/proofs/${index}.tlog-proof`, `c2sp.org/tlog-proof@v1\nindex ${index}\n${lines}\n${note}`)
    const entry = JSON.parse(bytes.toString()) as { signal?: string }
    // The last entry that claims to be about this signal.
    const opened = entries.findLastIndex((other) => OPENS.test(other.toString()))
    const answer = { index, entry, opening: null, opened: opened < 0 ? null : opened, held: null }
    if (entry.signal !== undefined) files.set(`/log/signals/${entry.signal}`, JSON.stringify(answer))
  }
  const instead = new Map<string, string | Buffer>()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const file = instead.get(path) ?? files.get(path)
    response.writeHead(file === undefined ? 404 : 200).end(file)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, origin, instead, close: () => server.close() }
}
