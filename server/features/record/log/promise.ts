// A signed promise to log a signal. A minute later, the promise without an entry is proof of the server's failure.
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import type { Serve } from '#server/http/serve.ts'
import { type Promised, record } from '#shared/contracts/record.ts'
import { entryBytes, signalCore } from '#engine/log/entry.ts'
import { LogFork } from './head.ts'
import { type LogKeys, ownKeys, readKeys, signersOf } from './log-keys.ts'
import { type NoteKey, noteKey, signNote } from '#engine/log/note.ts'
import { type Readable, readSignalFor } from './openings.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

export function promiseRoute(serve: Serve, deps: Needs): void {
  serve(record.promise, async ({ viewer, params }): Promise<z.input<typeof Promised>> => {
    const signal = await readSignalFor(deps, viewer.id, params.id)
    const log = await readKeys(deps.db, deps.config)
    const key = log && promiseKey(log, deps)
    const core = await coreOf(deps, signal)
    if (!key || !core) return { promise: null }
    const hash = createHash('sha256').update(entryBytes(core)).digest('base64')
    const time = deps.clock.now().toISOString()
    const note = signNote(`${key.name}\n${signal.id}\n${hash}\n${time}\n`, [key])
    return { promise: { note, vkey: key.vkey } }
  })
}

/**
 * The log's current key, under the name for promises. Null if we don't have the key, in which case nothing is
 * logged.
 */
function promiseKey(log: LogKeys, { config, clock }: Needs): NoteKey | null {
  try {
    const [current] = signersOf(ownKeys(log.origin, config), log.keys, clock.now()).signers
    const seed = [config.logKey, config.logKeyPrevious].find(
      (one) => one !== undefined && noteKey(log.origin, one).vkey === current?.vkey,
    )
    return seed ? noteKey(`${log.origin}/promise`, seed) : null
  } catch (error) {
    if (error instanceof LogFork) return null
    throw error
  }
}

/**
 * The signal's entry without its chain position. Null for a signal older than the log, whose logging time is
 * unknown yet.
 */
async function coreOf(deps: Needs, signal: Readable): Promise<object | null> {
  const { db } = deps
  // The queue is read first: a signal that has left it has an entry.
  const queued = await db
    .selectFrom('recordQueue')
    .select('sealed')
    .where('signalId', '=', signal.id)
    .where('kind', '=', 'signal')
    .executeTakeFirst()
  if (queued) {
    const { textSalt: text, tradeSalt: trade } = signal
    if (!text || !trade) return null
    const author = await authorOf(deps, signal)
    return signalCore(author, { signal, salts: { text, trade }, isSealed: queued.sealed === true })
  }
  const entry = await db
    .selectFrom('recordEntries')
    .select('bytes')
    .where('signalId', '=', signal.id)
    .executeTakeFirst()
  if (!entry) return null
  const { seq: _seq, prev: _prev, ...core } = JSON.parse(entry.bytes.toString()) as Record<string, unknown>
  return core
}

/**
 * The author's id in the log. Creates it for the first signal. If the sequencer creates it at the same moment, one of
 * the two waits for the other, and the sequencer repeats its batch.
 */
async function authorOf({ db, clock }: Needs, { userId }: Pick<Readable, 'userId'>): Promise<string> {
  await db
    .insertInto('recordAuthors')
    .values({ author: clock.newId(), userId, seq: 0, head: null })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .execute()
  const { author } = await db
    .selectFrom('recordAuthors')
    .select('author')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return author
}
