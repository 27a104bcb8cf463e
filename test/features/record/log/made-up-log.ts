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

/** An entry's fields besides `v`, `kind`, `time` and its place in its author's chain. */
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

type Files = Map<string, string | Buffer>

/** Adds the tiles of a level at every width that they had while the tree grew. */
function addTiles(files: Files, level: string, row: readonly Buffer[]): void {
  for (const place of row.keys()) {
    const [n, width] = [Math.floor(place / 256), (place % 256) + 1]
    const path = `/tile/${level}/${String(n).padStart(3, '0')}${width < 256 ? `.p/${width}` : ''}`
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

export const ORIGIN = 'made-up.test/log'

type Tree = { origin: string; signers: readonly NoteKey[]; first?: number }

/** The checkpoint of these entries. */
export function noteOf(entries: readonly Buffer[], { origin, signers }: Tree): string {
  const root = rootOf(entries.map((bytes) => leafHash(bytes))).toString('base64')
  return signNote(`${origin}\n${entries.length}\n${root}\n`, signers)
}

/** The files of a tree of up to 65,535 entries, whose numbers begin with `first`: those below /log, and its proofs and signals. */
function filesOf(entries: readonly Buffer[], tree: Tree): { tree: Files; log: Files } {
  const { first = 0 } = tree
  const leaves = entries.map((bytes) => leafHash(bytes))
  const size = entries.length
  const note = noteOf(entries, tree)
  const files: Files = new Map([['/checkpoint', note]])
  const log: Files = new Map()
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
    const number = first + index
    log.set(`/proofs/${number}.tlog-proof`, `c2sp.org/tlog-proof@v1\nindex ${index}\n${lines}\n${note}`)
    const entry = JSON.parse(bytes.toString()) as { signal?: string }
    // The last entry that claims to be about this signal.
    const opened = entries.findLastIndex((other) => OPENS.test(other.toString()))
    const answer = { index: number, entry, opening: null, opened: opened < 0 ? null : opened, held: null }
    if (entry.signal !== undefined) log.set(`/signals/${entry.signal}`, JSON.stringify(answer))
  }
  return { tree: files, log }
}

/** All `keys` are shown, and those of `signers` sign. Their name is `ORIGIN`. */
export async function serveLog(
  entries: readonly Buffer[],
  { keys, signers = keys }: { keys: readonly NoteKey[]; signers?: readonly NoteKey[] },
): Promise<MadeUpLog> {
  const { tree, log } = filesOf(entries, { origin: ORIGIN, signers })
  return await serve(new Map([...tree, ...log]), keys)
}

/** A log of two epochs: `kept` of the first, then `after` from the number `first` on, under the name and key `next`. */
export async function serveEpochs(
  [kept, after]: readonly [readonly Buffer[], readonly Buffer[]],
  { first, signers, next }: { first: number; signers: readonly NoteKey[]; next: NoteKey },
): Promise<MadeUpLog> {
  const before = filesOf(kept, { origin: ORIGIN, signers })
  const newest = filesOf(after, { origin: next.name, signers: [next], first })
  const files: Files = new Map([...before.tree, ...before.log, ...newest.log])
  for (const [path, file] of newest.tree) files.set(`/2${path}`, file)
  files.set('/1/checkpoint', before.tree.get('/checkpoint') ?? '')
  files.set('/checkpoint', newest.tree.get('/checkpoint') ?? '')
  return await serve(files, [next, ...signers])
}

async function serve(files: Files, keys: readonly NoteKey[]): Promise<MadeUpLog> {
  files.set('/days', '[]')
  files.set('/stamps', '[]')
  files.set('/vkey', keys.map(({ vkey }) => `${vkey}\n`).join(''))
  const instead = new Map<string, string | Buffer>()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const file = instead.get(path) ?? files.get(path.replace(/^\/log/, ''))
    response.writeHead(file === undefined ? 404 : 200).end(file)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, origin: ORIGIN, instead, close: () => server.close() }
}
