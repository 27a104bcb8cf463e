// What emails about alerts say, by the rules of the list at the time they are composed. Null: nothing to say.
import { sql, type Transaction } from 'kysely'
import { FIRST_PAGE } from '#server/db/page.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import type { Covered } from '#shared/emails/alerts.ts'
import type { EmailData } from '#shared/emails/templates.ts'
import { preferencesOf } from '../preferences.ts'
import { type AlertRow, wantedRows } from '../alert-rows.ts'
import { type EmailRows, emailRows } from './compose-rows.ts'
import { bellEmails, type Recipient } from './recipients.ts'

type Needs = Pick<Deps, 'db' | 'statements' | 'clock' | 'config'>

/** How many alerts are read for an email, and how many rows each of its lists has. The others are counted. */
const [READ_MAX, ROWS_MAX] = [500, 50]

/** One signal at once (`signalId`), what quiet hours held, or several of these. */
export async function signalsEmail(
  trx: Transaction<DB>,
  deps: Needs,
  { id: personId, timeZone }: Recipient,
  all: readonly Covered[],
): Promise<EmailData<'signalAlerts'> | null> {
  const emails = await bellEmails(trx, personId)
  const rows: AlertRow[] = []
  for (const { from, until, signalId } of all) {
    const before = { createdAt: new Date(until), id: FIRST_PAGE.id }
    const span = { from: new Date(from), before, limit: READ_MAX, forEmail: true }
    const isWanted = ({ id, signal }: AlertRow) =>
      emails.of(signal?.userId) === 'at_once' && (signalId === undefined || id === signalId)
    const found = await wantedRows(deps, personId, ['signal'], span, isWanted)
    const coming = signalId === undefined ? await comingAtOnce(trx, personId, found) : new Set<string>()
    rows.push(...found.filter(({ id }) => !coming.has(id)))
  }
  if (rows.length === 0) return null
  const { signals } = await emailRows({ ...deps, db: trx }, personId, rows, timeZone)
  const { lists, more } = cut({ signals, ended: [], others: [] })
  return {
    personId,
    signals: lists.signals,
    isHeld: all.length > 1 || all[0]?.signalId === undefined,
    covered: [...all],
    ...(more && { more: more.signals }),
  }
}

/** The signals that the loop hasn't reached this person with yet: each gets an email of its own. */
async function comingAtOnce(trx: Transaction<DB>, personId: string, rows: readonly AlertRow[]) {
  const ids = rows.map(({ id }) => id)
  const found = await sql<{ id: string }>`
    select signal_id as id from deliveries where signal_id = any(${ids}::uuid[])
    union select signal_id from alert_runs where signal_id = any(${ids}::uuid[])
      and case when after_person = '00000000-0000-0000-0000-000000000000' then true
        when after_person >= signal_id then ${personId}::uuid <= signal_id or ${personId}::uuid > after_person
        else ${personId}::uuid <= signal_id and ${personId}::uuid > after_person end`.execute(trx)
  return new Set(found.rows.map(({ id }) => id))
}

type Digest = { digest: string; digestMinute: number; timeZone: string }

export async function digestEmail(
  trx: Transaction<DB>,
  deps: Needs,
  { id: personId }: Recipient,
  digest: Digest,
  covered: Covered,
): Promise<EmailData<'alertDigest'> | null> {
  const emails = await bellEmails(trx, personId)
  const kinds = (await preferencesOf({ db: trx }, personId)).flatMap(({ kind, email }) =>
    email === 'digest' || (kind === 'signal' && emails.hasDigest) ? [kind] : [],
  )
  const until = new Date(covered.until)
  const span = { from: new Date(covered.from), before: FIRST_PAGE, limit: READ_MAX, forEmail: true }
  const rows = await wantedRows(
    deps,
    personId,
    kinds,
    span,
    // A group has the time of its newest event, but may also have some that no later digest has.
    ({ kind, signal, createdAt, count = 0 }) =>
      (createdAt <= until || count > 0) && (kind !== 'signal' || emails.of(signal?.userId) === 'digest'),
  )
  if (rows.length === 0) return null
  const { lists, more } = cut(await emailRows({ ...deps, db: trx }, personId, rows, digest.timeZone))
  return { personId, when: whenOf(digest), ...lists, covered, ...(more && { more }) }
}

/** `more`: how many rows each list lost. */
function cut({ signals, ended, others }: EmailRows) {
  const beyond = (list: readonly unknown[]) => Math.max(0, list.length - ROWS_MAX)
  const more = { signals: beyond(signals), ended: beyond(ended), others: beyond(others) }
  return {
    lists: {
      signals: signals.slice(0, ROWS_MAX),
      ended: ended.slice(0, ROWS_MAX),
      others: others.slice(0, ROWS_MAX),
    },
    more: more.signals + more.ended + more.others > 0 ? more : null,
  }
}

/** "daily at 7:00 AM New York". */
function whenOf({ digest, digestMinute, timeZone }: Digest) {
  const at = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    new Date(digestMinute * 60_000),
  )
  return `${digest} at ${at} ${(timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')}`
}
