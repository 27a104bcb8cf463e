// The parts of a backup: a header, the objects, the rows of each table, and a manifest with checksums of everything.
import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { OperatorError } from '#server/log.ts'
import { readArchive } from './archive.ts'

/** Increased when a reader of the previous format could misread a file. */
export const FORMAT = 1

export const HEADER = 'header.json'
export const MANIFEST = 'manifest.json'
export const objectEntry = (key: string) => `objects/${key}`
/**
 * The name of a part with a table's rows. A table has as many parts as needed, and a row may continue in the
 * next part.
 */
export const rowsEntry = (table: string, part: number) => `tables/${table}/${String(part).padStart(8, '0')}`

const Sequence = z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })
const Fingerprints = z.object({ session: z.string(), encryption: z.string(), log: z.string() })
export const Header = z.object({
  format: z.literal(FORMAT),
  /** The product's version, for people. */
  product: z.string(),
  createdAt: z.iso.datetime(),
  /** In the order in which they were applied. */
  migrations: z.array(z.string()),
  keys: Fingerprints,
  /** Tables and their columns, without generated columns. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(Sequence),
})
export type Header = z.output<typeof Header>

const Sum = z.object({ count: z.int(), bytes: z.int(), sha256: z.string() })
export const Manifest = z.object({
  /** `count`: rows. */
  tables: z.record(z.string(), Sum),
  /** One checksum over all keys and contents, in order. */
  objects: Sum,
  /** The number of objects that were removed while the backup was made. */
  objectsGone: z.int(),
})
export type Manifest = z.output<typeof Manifest>

export type Part =
  | { kind: 'header'; header: Header }
  | { kind: 'object'; key: string; bytes: Uint8Array }
  | { kind: 'rows'; table: string; bytes: Uint8Array }
  | { kind: 'manifest'; manifest: Manifest }

/** Computes checksums while a backup is written or read, so that both can be compared. */
export function openSums() {
  const tables = new Map<string, Counter>()
  const objects = counter()
  return {
    rows(table: string, bytes: Uint8Array) {
      const sum = tables.get(table) ?? counter()
      tables.set(table, sum)
      // In COPY's text format a line break always ends a row.
      for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) sum.count += 1
      sum.bytes += bytes.length
      sum.hash.update(bytes)
    },
    object(key: string, bytes: Uint8Array) {
      objects.count += 1
      objects.bytes += bytes.length
      objects.hash.update(`${key}\n${bytes.length}\n`).update(bytes)
    },
    total: () => ({
      tables: Object.fromEntries([...tables].map(([name, sum]) => [name, ended(sum)])),
      objects: ended(objects),
    }),
  }
}

type Counter = { count: number; bytes: number; hash: Hash }
const counter = (): Counter => ({ count: 0, bytes: 0, hash: createHash('sha256') })
const ended = ({ count, bytes, hash }: Counter) => ({ count, bytes, sha256: hash.copy().digest('hex') })

/**
 * The parts of a backup in order, from the header to the manifest, which is returned after all checksums were verified.
 * Throws `OperatorError` if something is missing, changed, or made by a newer version.
 */
export async function* readParts(from: Readable, key: string | undefined): AsyncGenerator<Part, undefined> {
  const sums = openSums()
  let header: Header | undefined
  let manifest: Manifest | undefined
  for await (const { name, bytes } of readArchive(from, key)) {
    if (manifest) throw new OperatorError('The backup is damaged: it continues after its end.')
    const [, kind, table = ''] = /^(objects|tables)\/(?:([^/]+)\/\d+$)?/.exec(name) ?? []
    if (!header) {
      header = parsedHeader(name, bytes)
      yield { kind: 'header', header }
    } else if (name === MANIFEST) {
      manifest = parsed(Manifest, bytes)
      compare(manifest, sums.total())
      yield { kind: 'manifest', manifest }
    } else if (kind === 'objects') {
      const objectKey = name.slice('objects/'.length)
      sums.object(objectKey, bytes)
      yield { kind: 'object', key: objectKey, bytes }
    } else if (kind === 'tables' && header.tables.some((known) => known.name === table)) {
      sums.rows(table, bytes)
      yield { kind: 'rows', table, bytes }
    } else throw new OperatorError(`The backup is damaged: it has an unexpected part ${name}.`)
  }
  if (!manifest) throw new OperatorError('The backup is incomplete: the file ends too early.')
}

function parsedHeader(name: string, bytes: Uint8Array): Header {
  if (name !== HEADER) throw new OperatorError('This file is not a backup of Signalpost.')
  const { format } = parsed(z.object({ format: z.int() }), bytes)
  if (format > FORMAT)
    throw new OperatorError(
      `The backup was made by a newer version of Signalpost (format ${format}): install that version first.`,
    )
  return parsed(Header, bytes)
}

function parsed<T>(schema: z.ZodType<T>, bytes: Uint8Array): T {
  try {
    return schema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
  } catch (cause) {
    throw new OperatorError('The backup is damaged: its description can’t be read.', { cause })
  }
}

function compare(manifest: Manifest, actual: Pick<Manifest, 'tables' | 'objects'>): void {
  const names = new Set([...Object.keys(manifest.tables), ...Object.keys(actual.tables)])
  for (const name of names) {
    const [wanted, found] = [manifest.tables[name], actual.tables[name]]
    if (wanted?.sha256 !== found?.sha256)
      throw new OperatorError(
        `The backup is damaged: the checksum of the table ${name} doesn’t match (${wanted?.count ?? 0} rows written, ${found?.count ?? 0} found).`,
      )
  }
  const { objects } = manifest
  if (objects.sha256 !== actual.objects.sha256)
    throw new OperatorError(
      `The backup is damaged: the checksum of the objects doesn’t match (${objects.count} written, ${actual.objects.count} found).`,
    )
}
