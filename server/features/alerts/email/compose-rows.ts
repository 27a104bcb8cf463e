// The rows of an email about alerts, by the same rules and in the same words as the list, but without premium text.
import type { Deps } from '#server/deps.ts'
import type { RowOfEmail } from '#shared/emails/email.ts'
import { Alert } from '#shared/contracts/alerts.ts'
import { alertText } from '#shared/rules/alert-text.ts'
import { percentOf } from '#shared/rules/percent.ts'
import type { AlertRow } from '../alert-rows.ts'
import { alertViews } from '../views.ts'
import { withoutPremium } from '../without-premium.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

export type EmailRows = { signals: RowOfEmail[]; ended: RowOfEmail[]; others: RowOfEmail[] }

/** `timeZone`: the time zone for the times in the rows. */
export async function emailRows(
  deps: Needs,
  personId: string,
  rows: readonly AlertRow[],
  timeZone: string,
): Promise<EmailRows> {
  const views = await alertViews(deps, personId, rows)
  const shown = views.map((view) => withoutPremium(Alert.parse(view)))
  const today = dayOf(deps.clock.now(), timeZone)
  const row = (alert: Alert): RowOfEmail => {
    const { title, fact, href } = alertText(alert)
    const day = dayOf(alert.createdAt, timeZone)
    return { title, sub: fact, end: day === today ? timeOf(alert.createdAt, timeZone) : day, url: href }
  }
  return {
    signals: shown.filter(({ kind }) => kind === 'signal').map(row),
    ended: shown
      .filter(({ kind }) => kind === 'outcome')
      .toSorted((a, b) => returnOf(a) - returnOf(b))
      .map((alert) => ({ ...row(alert), ...endOf(alert) })),
    others: shown.filter(({ kind }) => kind !== 'signal' && kind !== 'outcome').map(row),
  }
}

/** Trades without a figure come last. */
const returnOf = ({ signal }: Alert) => Number(signal?.return ?? Number.POSITIVE_INFINITY)

function endOf({ signal }: Alert): Partial<RowOfEmail> {
  const { return: made, benchmark } = signal ?? {}
  if (made === undefined || made === null) return {}
  return {
    end: percentOf(made),
    sub: benchmark === undefined || benchmark === null ? '' : `SPY ${percentOf(benchmark)}`,
  }
}

const format = (timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone, ...options })
const dayOf = (at: Date, timeZone: string) => format(timeZone, { month: 'short', day: 'numeric' }).format(at)
const timeOf = (at: Date, timeZone: string) =>
  format(timeZone, { hour: 'numeric', minute: '2-digit' }).format(at)
