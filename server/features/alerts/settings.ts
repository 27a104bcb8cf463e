// A person's alert settings: preferences by kind, quiet hours and the digest.
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import type { AlertSchedule, AlertSettings } from '#shared/contracts/alerts.ts'
import { type AlertPreference, type AlertKind, type FromWhom, KINDS } from '#shared/rules/alert-kinds.ts'
import { nextLocalTime, quietUntil } from '#shared/rules/local-time.ts'
import { bellsOf } from './bells.ts'
import { preferencesOf } from './preferences.ts'

type Needs = Pick<Deps, 'db' | 'statements' | 'clock' | 'config'>
type Wanted = Omit<AlertPreference, 'push'> & {
  push?: boolean | undefined
  fromWhom?: FromWhom | undefined
}

/**
 * What a person can choose for a kind: fixed kinds are always listed and emailed, only signals can be emailed at once,
 * and only kinds with a sender can be limited to some people.
 */
function allowed(kind: AlertKind, { list, push, email, fromWhom }: Wanted) {
  const { usual, isFixed, hasAtOnce, hasSender } = KINDS[kind]
  const chosen = {
    ...(push !== undefined && { push }),
    ...(fromWhom !== undefined && hasSender && { fromWhom }),
  }
  if (isFixed) return { list: usual.list, email: usual.email, ...chosen }
  return { list, ...chosen, email: email === 'at_once' && !hasAtOnce ? 'digest' : email }
}

export async function settingsOf(deps: Needs, personId: string): Promise<z.input<typeof AlertSettings>> {
  const schedule = await deps.db
    .selectFrom('alertSchedules')
    .selectAll()
    .where('personId', '=', personId)
    .executeTakeFirst()
  return {
    preferences: await preferencesOf(deps, personId),
    schedule: schedule
      ? {
          timeZone: schedule.timeZone,
          quiet:
            schedule.quietFrom === null || schedule.quietTo === null
              ? null
              : { from: schedule.quietFrom, to: schedule.quietTo },
          digest: schedule.digest,
          digestMinute: schedule.digestMinute,
          digestWeekday: schedule.digestWeekday,
          nextDigestAt: schedule.nextDigestAt?.toISOString() ?? null,
          quietChange: quietChange(schedule, deps.clock.now()),
        }
      : null,
    bells: await bellsOf(deps, personId),
  }
}

type Changes = {
  preferences?: (Wanted & { kind: AlertKind })[] | undefined
  schedule?: z.output<typeof AlertSchedule> | undefined
}

export async function saveSettings(
  deps: Needs,
  personId: string,
  { preferences = [], schedule }: Changes,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    for (const { kind, ...wanted } of preferences)
      await trx
        .insertInto('alertPreferences')
        .values({ personId, kind, ...allowed(kind, wanted) })
        .onConflict((conflict) => conflict.columns(['personId', 'kind']).doUpdateSet(allowed(kind, wanted)))
        .execute()
    if (schedule) await saveSchedule(trx, deps, personId, schedule)
  })
}

/** Alerts held by quiet hours keep their release time. A digest that was off starts now. */
async function saveSchedule(
  trx: Transaction<DB>,
  { clock }: Needs,
  personId: string,
  { timeZone, quiet, digest, digestMinute, digestWeekday }: z.output<typeof AlertSchedule>,
): Promise<void> {
  const now = clock.now()
  const before = await trx
    .selectFrom('alertSchedules')
    .select(['digest', 'nextDigestAt'])
    .where('personId', '=', personId)
    .forUpdate()
    .executeTakeFirst()
  const due = before?.nextDigestAt && before.nextDigestAt <= now ? before.nextDigestAt : null
  const columns = {
    timeZone,
    quietFrom: quiet?.from ?? null,
    quietTo: quiet?.to ?? null,
    digest,
    digestMinute,
    digestWeekday,
    // A digest that is due now still comes, even if the change is about something else, such as quiet hours.
    nextDigestAt:
      (digest !== 'off' && due) || nextDigestAt({ timeZone, digest, digestMinute, digestWeekday }, now),
  }
  const begins = digest !== 'off' && before?.digest === 'off'
  await trx
    .insertInto('alertSchedules')
    .values({ personId, ...columns, digestSince: now })
    .onConflict((conflict) =>
      conflict.column('personId').doUpdateSet({ ...columns, ...(begins && { digestSince: now }) }),
    )
    .execute()
}

/** When quiet hours next begin or end. */
function quietChange(
  {
    timeZone,
    quietFrom: from,
    quietTo: to,
  }: { timeZone: string; quietFrom: number | null; quietTo: number | null },
  now: Date,
) {
  if (from === null || to === null) return null
  const until = quietUntil({ timeZone, from, to }, now)
  const at = until ?? nextLocalTime({ timeZone, minute: from, weekday: null }, now)
  return { at: at.toISOString(), isQuiet: until !== null }
}

type DigestTimes = Pick<
  z.output<typeof AlertSchedule>,
  'timeZone' | 'digest' | 'digestMinute' | 'digestWeekday'
>

/** The time of the first digest after an instant; null if the digest is off. */
export const nextDigestAt = (
  { timeZone, digest, digestMinute, digestWeekday }: DigestTimes,
  after: Date,
): Date | null =>
  digest === 'off'
    ? null
    : nextLocalTime(
        { timeZone, minute: digestMinute, weekday: digest === 'weekly' ? digestWeekday : null },
        after,
      )
