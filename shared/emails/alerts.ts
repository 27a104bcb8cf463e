// Emails about alerts: a signal at once, what quiet hours held, and the digest. Premium text is never in them.
import { PRODUCT_NAME } from '../product.ts'
import { countOf } from '../rules/numbers.ts'
import { action, paragraph, rows, type RowOfEmail, type Template } from './email.ts'
import { unsubscribe } from './unsubscribe.ts'

/**
 * The time that an email is about, in ISO 8601, after `from` up to `until`, or one signal. The email is composed from it
 * again if it is sent late.
 */
export type Covered = { from: string; until: string; signalId?: string }

/** How many more there are than the email lists. */
type More = { signals: number; ended: number; others: number }

type Data = {
  personId: string
  /** The person's time zone and when they get it, in words, such as "daily at 7:00 AM New York". */
  when: string
  signals: RowOfEmail[]
  /** Worst first. */
  ended: RowOfEmail[]
  others: RowOfEmail[]
  covered?: Covered
  more?: More
}

const DISCLAIMER =
  'Not an investment recommendation. Investing involves risk of loss. This line covers every row above.'
const linked = (all: readonly RowOfEmail[], publicUrl: string) =>
  all.map((row) => ({ ...row, url: row.url && `${publicUrl}${row.url}` }))

const NO_MORE: More = { signals: 0, ended: 0, others: 0 }
const moreLine = (count: number) => (count > 0 ? [paragraph(`And ${count} more in your alerts.`)] : [])

export const alertDigest: Template<Data> = (
  { personId, when, signals, ended, others, more = NO_MORE },
  site,
) => {
  const { publicUrl } = site
  const otherCount = others.length + more.others
  const parts = [
    signals.length > 0 && countOf(signals.length + more.signals, 'new signal'),
    ended.length > 0 && `${countOf(ended.length + more.ended, 'trade')} ended`,
    otherCount > 0 &&
      (signals.length + ended.length > 0 ? `${otherCount} more` : countOf(otherCount, 'alert')),
  ].filter((part) => part !== false)
  return {
    subject: parts.join(', '),
    blocks: [
      ...(ended.length > 0 ? [rows('Ended', linked(ended, publicUrl))] : []),
      ...(signals.length > 0 ? [rows('New', linked(signals, publicUrl))] : []),
      ...(others.length > 0 ? [rows('Also', linked(others, publicUrl))] : []),
      ...moreLine(more.signals + more.ended + more.others),
      action('Open my alerts', `${publicUrl}/alerts`),
      paragraph(DISCLAIMER),
    ],
    reason: `You got this email because you chose a digest ${when}. We skip it when nothing happens. Change it at ${publicUrl}/settings/notifications.`,
    unsubscribe: unsubscribe('digest', personId, site),
  }
}

/** One signal at once, or those that quiet hours held. */
export const signalAlerts: Template<
  Pick<Data, 'personId' | 'signals'> & { isHeld: boolean; covered?: Covered[]; more?: number }
> = ({ personId, signals, isHeld, more = 0 }, site) => {
  const { publicUrl } = site
  const [first] = signals
  return {
    subject: isHeld
      ? `${countOf(signals.length + more, 'signal')} while you were away`
      : (first?.title ?? 'A new signal'),
    blocks: [
      rows('New', linked(signals, publicUrl)),
      ...moreLine(more),
      action('Open my alerts', `${publicUrl}/alerts`),
      paragraph(DISCLAIMER),
    ],
    reason: `You got this email because you asked ${PRODUCT_NAME} for instant emails. Change it at ${publicUrl}/settings/notifications.`,
    unsubscribe: unsubscribe('signal', personId, site),
  }
}
