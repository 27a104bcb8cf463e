// Failures of single rows in the alert loops. A failed row is retried a few times and then given up, and the loop
// continues with the other rows.
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { isDatabaseUnavailable, violatedConstraint } from '#server/db/open.ts'
import type { DB, FailedSteps } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'

export type FailingDeps = Pick<Deps, 'db' | 'clock' | 'log'>

/** `subject`: the id of the row. `personId`: the recipient; null if there are many. */
export type Step = { loop: FailedSteps['loop']; subject: string; personId: string | null }

const ATTEMPTS_MAX = 5
/** The first wait; each further one is five times as long, together 26 minutes. */
const FIRST_RETRY_MS = 10_000
const REASON_MAX = 500

/** Records a failed attempt. Returns when to try again, or null if the row is given up. */
export async function noteFailure(deps: FailingDeps, step: Step, error: unknown): Promise<Date | null> {
  const { db, clock, log } = deps
  const { loop, subject, personId } = step
  const now = clock.now()
  const before = await find(db, step)
  // Another copy of the server took the row before this failure was noted, and has just failed too.
  if (before && now.getTime() - before.failedAt.getTime() < FIRST_RETRY_MS) return before.retryAt
  // A row that was given up before starts again with its first attempt.
  const attempts = before?.retryAt ? before.attempts + 1 : 1
  const retryAt =
    attempts < ATTEMPTS_MAX ? new Date(now.getTime() + FIRST_RETRY_MS * 5 ** (attempts - 1)) : null
  const row = { attempts, reason: String(error).slice(0, REASON_MAX), failedAt: now, retryAt }
  await db
    .insertInto('failedSteps')
    .values({ loop, subject, personId, ...row })
    .onConflict((conflict) => conflict.columns(['loop', 'subject', 'personId']).doUpdateSet(row))
    .execute()
    .catch((failure: unknown) => {
      // The account was deleted in the meantime.
      if (violatedConstraint(failure) !== 'failed_steps_person_id_fkey') throw failure
    })
  const line = { loop, subject, attempt: attempts, attemptsMax: ATTEMPTS_MAX, error: row.reason }
  if (retryAt)
    log.warn({ event: 'alert_step_failed', ...line }, 'an alert could not be sent; trying again later')
  else log.error({ event: 'alert_given_up', ...line }, 'an alert could not be sent and was given up')
  return retryAt
}

const find = (db: Kysely<DB>, { loop, subject, personId }: Step) =>
  db
    .selectFrom('failedSteps')
    .select(['attempts', 'failedAt', 'retryAt'])
    .where('loop', '=', loop)
    .where('subject', '=', subject)
    .where('personId', 'is not distinct from', personId)
    .executeTakeFirst()

/** Call this when a step that failed before has succeeded. */
export const forgetFailure = async (
  db: Kysely<DB> | Transaction<DB>,
  { loop, subject, personId }: Step,
): Promise<void> =>
  void (await db
    .deleteFrom('failedSteps')
    .where('loop', '=', loop)
    .where('subject', '=', subject)
    .where('personId', 'is not distinct from', personId)
    .execute())

/** `hasFailed`: whether an earlier attempt failed. */
type Taken<Row> = { row: Row; step: Step; hasFailed: boolean }

type Work<Row> = {
  /** Locks the next row that is due and isn't waiting for a retry. */
  take: (trx: Transaction<DB>) => Promise<Taken<Row> | undefined>
  run: (trx: Transaction<DB>, row: Row) => Promise<void>
  /** Removes the row from its queue after the last attempt. */
  giveUp: (trx: Transaction<DB>, row: Row) => Promise<unknown>
}

/**
 * Does the next row's work in one transaction. False if none is due. Throws only if the database is unavailable or
 * taking a row fails.
 */
export async function runNext<Row>(deps: FailingDeps, { take, run, giveUp }: Work<Row>): Promise<boolean> {
  const next: { taken?: Taken<Row> } = {}
  try {
    return await deps.db.transaction().execute(async (trx) => {
      const taken = await take(trx)
      if (!taken) return false
      next.taken = taken
      await run(trx, taken.row)
      if (taken.hasFailed) await forgetFailure(trx, taken.step)
      return true
    })
  } catch (error) {
    if (!next.taken || isDatabaseUnavailable(error)) throw error
    const { step, row } = next.taken
    if ((await noteFailure(deps, step, error)) === null)
      await deps.db.transaction().execute((trx) => giveUp(trx, row))
    return true
  }
}

type Of = { loop: Step['loop']; subject: RawBuilder<unknown>; personId?: RawBuilder<unknown> }

const failureOf = ({ loop, subject, personId = sql`null` }: Of) =>
  sql`select from failed_steps f where f.loop = ${loop} and f.subject = ${subject} and f.person_id is not distinct from ${personId}`

/** Whether a row may be tried now: it hasn't failed, or its wait is over. */
export const mayTry = (of: Of, now: Date) =>
  sql<boolean>`not exists (${failureOf(of)} and f.retry_at > ${now})`

/** Whether an earlier attempt of this row failed and it isn't given up. */
export const hasFailed = (of: Of) => sql<boolean>`exists (${failureOf(of)} and f.retry_at is not null)`
