// Hourly: queues yearly reminders about renewals, and emails to creators about yesterday's new subscribers.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { splitPrice } from '#shared/rules/money.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { type Bill, billFacts } from './email-state-changes.ts'
import { emailOnce, wantsEmail } from './email-once.ts'

type Needs = Pick<Deps, 'db' | 'clock'>

const DAY_MS = 86_400_000
/** Bills and creators in one round; the next round comes within the hour. */
const ROWS_MAX = 500

export async function sweepBillingEmails(deps: Needs): Promise<void> {
  await remindYearly(deps)
  await tellNewSubscribers(deps)
}

type Due = Omit<Bill, 'immediateAccessRequestedAt'> & {
  createdAt: Date
  currentPeriodEnd: Date | null
  year: number
}

/** Queues a reminder for everything that renews, once a year after its start. */
async function remindYearly({ db, clock }: Needs): Promise<void> {
  const now = clock.now()
  const year = sql`extract(year from age(${now}::timestamptz, b.created_at))::int`
  const { rows } = await sql<Due>`
    select b.*, ${year} as year from (
      select 'subscription' as kind, id, subscriber_id as payer_id, creator_id, price_in_cents, tax_in_cents, created_at, current_period_end
      from subscriptions where status in ('active', 'trialing', 'past_due') and ends_at is null and paused_from is null
      union all
      select 'plan', id, user_id, null, price_in_cents, tax_in_cents, created_at, current_period_end
      from creator_plans where status in ('active', 'trialing', 'past_due') and ends_at is null
    ) b where b.created_at <= ${now}::timestamptz - interval '1 year'
      and not exists (select from billing_emails e where e.user_id = b.payer_id and e.kind = 'yearlyReminder'
        and e.cause = b.id || ' ' || ${year})
    order by b.created_at limit ${ROWS_MAX}`.execute(db)
  for (const { year: cause, ...row } of rows)
    await db.transaction().execute(async (trx) => {
      const bill = { ...row, immediateAccessRequestedAt: null }
      await emailOnce(trx, clock, {
        userId: row.payerId,
        name: 'yearlyReminder',
        cause: `${row.id} ${cause}`,
        data: {
          ...(await billFacts(trx, bill)),
          since: row.createdAt.toISOString(),
          renewsAt: row.currentPeriodEnd?.toISOString() ?? null,
        },
      })
    })
}

/** Covers yesterday (UTC). New subscribers are found through their alerts, of which each subscription has one. */
async function tellNewSubscribers({ db, clock }: Needs): Promise<void> {
  const today = new Date(`${utcDay(clock.now())}T00:00:00Z`)
  const yesterday = new Date(today.getTime() - DAY_MS)
  const cause = utcDay(yesterday)
  const news = await db
    .selectFrom('alerts as a')
    .innerJoin('subscriptions as s', (join) => join.on(sql<boolean>`s.id::text = a.cause`))
    .select(['a.personId', 's.priceInCents', 's.feePercent'])
    .where('a.kind', '=', 'subscriber')
    .where('a.createdAt', '>=', yesterday)
    .where('a.createdAt', '<', today)
    .where(
      sql<boolean>`not exists (select from billing_emails e
        where e.user_id = a.person_id and e.kind = 'newSubscribers' and e.cause = ${cause})`,
    )
    .execute()
  const byCreator = Map.groupBy(news, ({ personId }) => personId)
  for (const [userId, rows] of [...byCreator].slice(0, ROWS_MAX))
    await db.transaction().execute(async (trx) => {
      if (!(await wantsEmail(trx, userId, 'subscriber'))) return
      const shares = rows.map((row) => splitPrice(row.priceInCents, row.feePercent).creatorShareInCents)
      await emailOnce(trx, clock, {
        userId,
        name: 'newSubscribers',
        cause,
        data: {
          personId: userId,
          count: rows.length,
          on: yesterday.toISOString(),
          shareInCents: shares.reduce((sum, share) => sum + share, 0),
        },
      })
    })
}
