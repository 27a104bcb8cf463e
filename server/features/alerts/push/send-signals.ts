// Sends a signal to the push services of everybody with a bell for it: a loop with a cursor instead of a job per device
// (docs/decisions/0070-push-is-a-loop.md).
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { DB, DeliveryReceipts } from '#server/db/tables.ts'
import { signalById, type SignalRow } from '#server/features/signals/store.ts'
import { withTimes } from '#shared/rules/delivery-times.ts'
import { hasFailed, mayTry, runNext } from '../failed-steps.ts'
import type { Circuits } from './circuits.ts'
import { startOfRun } from './fair-start.ts'
import { saveTold } from './holds.ts'
import { type PersonToTell, readPeople } from './recipients.ts'
import { sendInOrder } from './send-in-order.ts'
import { openTelling, type PushDeps, type Result } from './tell-person.ts'

/** How many due signals are checked to find one that no other copy is sending. */
const LOOKED_AT = 20

const [FIRST, LAST] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']

type Run = Selectable<DeliveryReceipts>

const LOOP = 'push'

/**
 * Notifies the next people of the signal that has waited longest. False if none is waiting. Other copies of the server
 * skip the signal until the transaction ends. Results are saved meanwhile, in separate transactions.
 */
export const sendNextSignal = (deps: PushDeps, circuits: Circuits): Promise<boolean> =>
  runNext(deps, {
    async take(trx) {
      const run = await lockNext(trx, deps.clock.now())
      return (
        run && {
          row: run,
          step: { loop: LOOP, subject: run.signalId, personId: null },
          hasFailed: run.hasFailed,
        }
      )
    },
    async run(_trx, run) {
      const author = await deps.db
        .selectFrom('signals')
        .select('userId')
        .where('id', '=', run.signalId)
        .executeTakeFirst()
      const signal = author?.userId ? await signalById(deps, author.userId, run.signalId) : undefined
      if (signal) await tellNext(deps, circuits, run, signal)
      else await finish(deps.db, run)
    },
    giveUp: (trx, run) => finish(trx, run),
  })

async function nextStart(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ number: number }>`select nextval('alert_run_number') as number`.execute(db)
  return startOfRun(rows[0]?.number ?? 0)
}

const finish = (db: Kysely<DB> | Transaction<DB>, { signalId }: Pick<Run, 'signalId'>) =>
  db.updateTable('deliveryReceipts').set({ pushDueAt: null }).where('signalId', '=', signalId).execute()

async function lockNext(
  trx: Transaction<DB>,
  now: Date,
): Promise<(Run & { hasFailed: boolean }) | undefined> {
  const of = { loop: LOOP, subject: sql`signal_id` } as const
  for (;;) {
    const { rows } = await sql<{ signalId: string; hasFailed: boolean }>`
      select signal_id, ${hasFailed(of)} as has_failed
        from (select signal_id from delivery_receipts where push_due_at <= ${now} and ${mayTry(of, now)}
          order by push_due_at limit ${LOOKED_AT}) due
       where pg_try_advisory_xact_lock(hashtextextended('push ' || signal_id, 0)) limit 1`.execute(trx)
    const [found] = rows
    if (!found) return undefined
    // Another copy may have advanced or finished the run since the statement began.
    const run = await trx
      .selectFrom('deliveryReceipts')
      .selectAll()
      .where('signalId', '=', found.signalId)
      .where('pushDueAt', '<=', now)
      .executeTakeFirst()
    if (run) return { ...run, hasFailed: found.hasFailed }
  }
}

async function tellNext(deps: PushDeps, circuits: Circuits, run: Run, signal: SignalRow): Promise<void> {
  const { clock, config, statements, log } = deps
  const first = run.firstPerson ?? (await nextStart(deps.db))
  const save = openSaving(deps, { ...run, firstPerson: first }, signal, run.afterPerson)
  const context = {
    signalId: signal.id,
    graceDays: config.pastDueGraceDays,
    upTo: run.hasWrapped ? first : LAST,
  }
  const errors: unknown[] = []
  const tell = await openTelling(deps, circuits, signal)
  const { rest, after, isEnd, isStopped } = await sendInOrder<PersonToTell, Result>({
    after: run.afterPerson ?? first,
    elapsedMs: () => clock.elapsedMs(),
    read: (from) => readPeople(statements, clock, { ...context, now: clock.now(), after: from }),
    async send(person) {
      const result = await tell(person)
      errors.push(...result.errors)
      return result
    },
    save: (results, to) => save(results, { afterPerson: to }),
  })
  if (!isStopped)
    await save(rest, {
      afterPerson: isEnd ? FIRST : after,
      hasWrapped: run.hasWrapped || isEnd,
      // Moves to the end of the queue, so that a signal to a few people doesn't wait for one to many.
      pushDueAt: isEnd && run.hasWrapped ? null : clock.now(),
    })
  if (errors.length > 0)
    log.warn(
      { event: 'push_failed', signalId: signal.id, devices: errors.length, error: String(errors[0]) },
      'some devices could not be notified; they are tried again later',
    )
}

type Changes = { afterPerson: string } & Partial<Pick<Run, 'hasWrapped' | 'pushDueAt'>>

/** Saves results and moves the cursor. False if another copy has taken the run and moved the cursor. */
function openSaving(
  { db, clock }: PushDeps,
  { firstPerson, hasWrapped }: Run,
  signal: SignalRow,
  begin: string | null,
) {
  let cursor = begin
  return async (results: readonly Result[], changes: Changes): Promise<boolean> => {
    const timesMs = results.flatMap((result) => result.timesMs)
    const told = {
      taken: results.flatMap(({ taken }) => taken),
      gone: results.flatMap(({ gone }) => gone),
      holds: results.flatMap(({ holds }) => holds),
    }
    return await db.transaction().execute(async (trx) => {
      await saveTold(trx, told, clock.now(), signal.createdAt)
      const row = await trx
        .selectFrom('deliveryReceipts')
        .select(['handed', 'handedIn', 'lastMs'])
        .where('signalId', '=', signal.id)
        .where('afterPerson', 'is not distinct from', cursor)
        .where('hasWrapped', '=', hasWrapped)
        .forUpdate()
        .executeTakeFirst()
      if (!row) return false
      await trx
        .updateTable('deliveryReceipts')
        .set({
          firstPerson,
          ...changes,
          handed: row.handed + timesMs.length,
          handedIn: withTimes(row.handedIn, timesMs),
          lastMs: timesMs.length > 0 ? Math.max(row.lastMs ?? 0, ...timesMs) : row.lastMs,
        })
        .where('signalId', '=', signal.id)
        .execute()
      cursor = changes.afterPerson
      return true
    })
  }
}
