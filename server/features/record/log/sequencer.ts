// Runs the sequencer in every copy of the server.
import type { Deps } from '#server/deps.ts'
import { keepHeadDatabase } from './head-database.ts'
import { keepHead, LogFork, openHead, refuseFork } from './head.ts'
import { type LogKeys, ownKeys, readKeys, signersOf } from './log-keys.ts'
import { newestCheckpoint } from './log-store.ts'
import type { NoteKey } from '#engine/log/note.ts'
import { sequenceBatch } from './sequence.ts'
import { refuseFault } from './self-audit.ts'
import { BATCH_MAX, isAnythingWaiting } from './waiting.ts'
import { startWitnesses } from './witnesses.ts'

/** A signal is logged after at most this long, plus the time of a batch. */
const POLL_MS = 1000

export type Sequencer = {
  /** Stops after the current batch. */
  stop(): Promise<void>
}

/**
 * Starts the sequencer. It never signs if the database lacks the checkpoint that was published last. New signals then
 * wait in the queue. With its first entry, the log is named after the host of `publicUrl`, and keeps that name.
 * `afterBatch` is called after entries were appended, unless the process is killed first.
 */
export function startSequencer(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'storage' | 'log'>,
  publicUrl: string,
  afterBatch: () => Promise<void> = async () => undefined,
  pollMs = POLL_MS,
): Sequencer {
  const head = openHead(deps)
  const witnesses = startWitnesses(deps, pollMs)
  /** Undefined before the first attempt. */
  let problem: string | null | undefined
  /** False at first and after each failure, when the newest checkpoint may not be stored outside the database. */
  let isVerified = false
  let stopped = false
  let wake = () => {}

  async function refuse(): Promise<void> {
    await refuseFault(deps.db)
    await refuseFork(deps.db, head)
  }

  /** Throws if this server may not sign. Completes what a kill or a storage failure interrupted. */
  async function checkAgain(): Promise<void> {
    const { db, clock, config } = deps
    const log = await readKeys(db, config)
    if (log) signersOf(ownKeys(log.origin, config), log.keys, clock.now())
    await refuse()
    const newest = await newestCheckpoint(db)
    if (newest) await keepHead(db, head, newest.note)
    await keepHeadDatabase(deps)
    isVerified = true
  }

  async function appendWaiting(): Promise<void> {
    const { db, clock, config } = deps
    if (!isVerified) await checkAgain()
    const isWaiting = await isAnythingWaiting(db, clock.now())
    // Only a server with a previous key can have a key that the log doesn't know yet.
    if (!isWaiting && config.logKeyPrevious === undefined) return
    const log = await readKeys(db, config)
    const own = ownKeys(log?.origin ?? `${new URL(publicUrl).host}/log`, config)
    if (!isWaiting && !hasNewKey(own, log)) return
    for (let isFull = true; isFull && !stopped;) {
      const batch = await sequenceBatch(deps, own, refuse)
      if (batch) {
        await keepHead(db, head, batch.note)
        witnesses.wake()
        await afterBatch()
      }
      isFull = batch !== null && batch.entries >= BATCH_MAX
    }
  }

  const hasNewKey = (own: readonly NoteKey[], log: LogKeys | null) =>
    log !== null && signersOf(own, log.keys, deps.clock.now()).introduces !== null

  async function run(): Promise<void> {
    while (!stopped) {
      const failure = await appendWaiting().then(
        () => null,
        (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
      )
      if (failure) isVerified = false
      // If the database is unavailable, the next attempt reports the failure.
      await report(failure).catch(() => undefined)
      if (!stopped) await sleep()
    }
  }

  /** Reports to operators and, through the database, to the log's pages. Only once, until the state changes. */
  async function report(error: Error | null): Promise<void> {
    const text = error && error.message
    if (text === problem) return
    const isFork = error instanceof LogFork
    if (isFork) deps.log.error({ event: 'log_forked', error: text }, 'the log is no longer signed')
    else if (text !== null)
      deps.log.warn({ event: 'log_not_appended', error: text }, 'signals could not be logged; trying again')
    await deps.db
      .updateTable('recordLog')
      .set({ problem: isFork ? text : null })
      .execute()
    problem = text
  }

  const sleep = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const running = run()
  return {
    async stop() {
      stopped = true
      wake()
      await Promise.all([running, witnesses.stop()])
    },
  }
}
