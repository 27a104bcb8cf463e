// Queues the immediate emails about a signal: a loop with a cursor over the people with a bell.
import { sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { isDatabaseUnavailable } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { givesAccess } from '#server/features/users/visibility.ts'
import { quietUntil } from '#shared/rules/local-time.ts'
import type { Covered } from '#shared/emails/alerts.ts'
import { type FailingDeps, hasFailed, mayTry, noteFailure, runNext } from '../failed-steps.ts'
import { signalsEmail } from './contents.ts'
import { nameBasedId } from './name-based-id.ts'
import { type Recipient, recipientOf } from './recipients.ts'

export type AlertEmailDeps = FailingDeps & Pick<Deps, 'statements' | 'config'>

/**
 * How many people with a bell for a signal are read at once. If a copy is killed, at most these are repeated, and no
 * email is queued twice.
 */
const PEOPLE_PER_STEP = 200
/**
 * Where a run is (`alert_runs.after_person`). It starts after the signal's own id, which is random, so that the same
 * people don't always come first, and continues from the lowest id up to that one.
 */
const NOT_BEGUN = '00000000-0000-0000-0000-000000000000'
const [WRAPPED, HIGHEST] = ['00000000-0000-0000-0000-000000000001', 'ffffffff-ffff-ffff-ffff-ffffffffffff']

const LOOP = 'signal_email'
type Signal = { signalId: string; createdAt: Date }

/** Emails the next people who want a signal immediately. False if no signal is waiting. */
export const emailNextSignal = (deps: AlertEmailDeps): Promise<boolean> =>
  runNext(deps, {
    async take(trx) {
      const of = { loop: LOOP, subject: sql.ref('r.signalId') } as const
      const row = await trx
        .selectFrom('alertRuns as r')
        .leftJoin('signals as g', 'g.id', 'r.signalId')
        .select(['r.signalId', 'r.afterPerson', 'g.userId', 'g.createdAt', hasFailed(of).as('hasFailed')])
        .where(mayTry(of, deps.clock.now()))
        .orderBy('r.queuedAt')
        .limit(1)
        .forUpdate('r')
        .skipLocked()
        .executeTakeFirst()
      return (
        row && {
          row,
          step: { loop: LOOP, subject: row.signalId, personId: null },
          hasFailed: row.hasFailed,
        }
      )
    },
    run: (trx, run) => emailNextPeople(trx, deps, run),
    giveUp: (trx, { signalId }) => endRun(trx, signalId),
  })

type Run = { signalId: string; afterPerson: string; userId: string | null; createdAt: Date | null }

async function emailNextPeople(trx: Transaction<DB>, deps: AlertEmailDeps, run: Run): Promise<void> {
  const { clock, config } = deps
  const { signalId, userId, createdAt } = run
  const after = run.afterPerson === NOT_BEGUN ? signalId : run.afterPerson
  const hasWrapped = after < signalId
  const isNext = (column: string) =>
    sql`${sql.ref(column)} > ${after} and ${sql.ref(column)} <= ${hasWrapped ? signalId : HIGHEST}`
  const { rows: people } = await sql<{ id: string; wants: boolean }>`
    select p.id, coalesce(b.email, preference.email) = 'at_once' as wants from (
      select person_id as id from alert_bells
       where author_id = ${userId} and level <> 'off' and ${isNext('personId')}
      union
      select s.subscriber_id from subscriptions s where s.creator_id = ${userId} and ${isNext('s.subscriberId')}
        and ${givesAccess('s', { now: clock.now(), graceDays: config.pastDueGraceDays })}
      order by 1 limit ${PEOPLE_PER_STEP}) p
    left join alert_bells b on b.author_id = ${userId} and b.person_id = p.id
    left join alert_preferences preference on preference.person_id = p.id and preference.kind = 'signal'
    order by p.id`.execute(trx)
  if (createdAt)
    for (const { id, wants } of people) if (wants) await emailOne(trx, deps, id, { signalId, createdAt })
  const isWhole = people.length < PEOPLE_PER_STEP
  if (isWhole && hasWrapped) await endRun(trx, signalId)
  else
    await trx
      .updateTable('alertRuns')
      .set({ afterPerson: isWhole ? WRAPPED : (people.at(-1)?.id ?? after) })
      .where('signalId', '=', signalId)
      .execute()
}

const endRun = (trx: Transaction<DB>, signalId: string) =>
  trx.deleteFrom('alertRuns').where('signalId', '=', signalId).execute()

/** A person whose email can't be composed is retried later, and doesn't stop the run. */
async function emailOne(
  trx: Transaction<DB>,
  deps: AlertEmailDeps,
  personId: string,
  signal: Signal,
): Promise<void> {
  await sql`savepoint person`.execute(trx)
  try {
    await emailOrHold(trx, deps, personId, signal)
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    await sql`rollback to savepoint person`.execute(trx)
    await noteFailure({ ...deps, db: trx }, { loop: LOOP, subject: signal.signalId, personId }, error)
  }
  await sql`release savepoint person`.execute(trx)
}

/** Retries the next person whose email couldn't be composed. False if none is due. */
export const retryNextPerson = (deps: AlertEmailDeps): Promise<boolean> =>
  runNext(deps, {
    async take(trx) {
      const row = await trx
        .selectFrom('failedSteps as f')
        .innerJoin('signals as g', 'g.id', 'f.subject')
        .select(['f.subject as signalId', 'f.personId', 'g.createdAt'])
        .where('f.loop', '=', LOOP)
        .where('f.personId', 'is not', null)
        .where('f.retryAt', '<=', deps.clock.now())
        .orderBy('f.retryAt')
        .limit(1)
        .forUpdate('f')
        .skipLocked()
        .executeTakeFirst()
      return (
        row && {
          row,
          step: { loop: LOOP, subject: row.signalId, personId: row.personId },
          hasFailed: true,
        }
      )
    },
    run: (trx, { personId, ...signal }) =>
      personId === null ? Promise.resolve() : emailOrHold(trx, deps, personId, signal),
    giveUp: () => Promise.resolve(),
  })

async function emailOrHold(
  trx: Transaction<DB>,
  deps: AlertEmailDeps,
  personId: string,
  { signalId, createdAt }: Signal,
): Promise<void> {
  const person = await recipientOf(trx, personId)
  if (!person) return
  const now = deps.clock.now()
  // If alerts are still held, this one comes with them, because their email lists everything until now.
  const until = quietEnd(person, now) ?? (person.heldSince && now)
  if (until) {
    await trx
      .updateTable('alertSchedules')
      .set((eb) => ({ heldSince: eb.fn('least', ['heldSince', eb.val(createdAt)]), releaseAt: until }))
      .where('personId', '=', personId)
      .execute()
    return
  }
  // Uses the rules of the list: nobody gets an email after a block, a mute or a lapsed subscription, or if the author
  // is private by now.
  const covered = { from: justBefore(createdAt), until: createdAt.toISOString(), signalId }
  await queueSignals(trx, deps, person, covered, nameBasedId('signal', signalId, personId))
}

/** When a person's quiet hours end; null outside of them. */
export const quietEnd = ({ timeZone, quietFrom: from, quietTo: to }: Recipient, now: Date): Date | null =>
  from === null || to === null ? null : quietUntil({ timeZone, from, to }, now)

export const justBefore = (at: Date) => new Date(at.getTime() - 1).toISOString()

export async function queueSignals(
  trx: Transaction<DB>,
  deps: AlertEmailDeps,
  person: Recipient,
  covered: Covered,
  id: string,
): Promise<void> {
  const data = await signalsEmail(trx, deps, person, [covered])
  if (data) await queueEmail(trx, deps.clock, { name: 'signalAlerts', to: person.email, id, data })
}
