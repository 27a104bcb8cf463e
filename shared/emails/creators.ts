// Emails to creators: new subscribers, disputes, and a notice after a long silence.
import { PRODUCT_NAME } from '../product.ts'
import { longUtcDate } from '../rules/dates.ts'
import { exactPrice } from '../rules/money.ts'
import { action, facts, paragraph, type Template } from './email.ts'
import { unsubscribe } from './unsubscribe.ts'

const REASON = `You got this email because you’re a creator on ${PRODUCT_NAME}.`
const day = (iso: string) => longUtcDate(new Date(iso))
const see = (publicUrl: string) => action('See your subscribers', `${publicUrl}/subscriptions`)

/**
 * Once a day, for the day before. `shareInCents`: what they bring the creator each month. Emails queued by an earlier
 * release have no `personId`.
 */
export const newSubscribers: Template<{
  count: number
  on: string
  shareInCents: number
  personId?: string
}> = ({ count, on, shareInCents, personId }, site) => ({
  subject: count === 1 ? 'You have a new subscriber' : `You have ${count} new subscribers`,
  blocks: [
    paragraph(
      `On ${day(on)}, ${count === 1 ? 'one person' : `${count} people`} subscribed to you. Your share is ${exactPrice(shareInCents)} a month.`,
    ),
    see(site.publicUrl),
  ],
  reason: `${REASON} You can turn it off under New subscriber in Settings, Notifications.`,
  ...(personId !== undefined && { unsubscribe: unsubscribe('subscriber', personId, site) }),
})

export const disputeOpened: Template<{ amountInCents: number; paidAt: string; shareInCents: number }> = (
  { amountInCents, paidAt, shareInCents },
  { publicUrl },
) => ({
  subject: `A payment of ${exactPrice(amountInCents)} is disputed`,
  blocks: [
    paragraph(
      `A subscriber told their bank that they don’t recognize a payment of ${exactPrice(amountInCents)} of ${day(paidAt)}. While the bank decides, the subscriber has no access.`,
    ),
    facts([
      ['Payment', exactPrice(amountInCents)],
      ['Your share, taken back for now', exactPrice(shareInCents)],
    ]),
    paragraph('We’ll respond to the bank. You don’t need to do anything, and we’ll tell you the outcome.'),
    see(publicUrl),
  ],
  reason: REASON,
})

export const disputeClosed: Template<{
  amountInCents: number
  paidAt: string
  shareInCents: number
  isWon: boolean
}> = ({ amountInCents, paidAt, shareInCents, isWon }, { publicUrl }) => ({
  subject: `The dispute of ${exactPrice(amountInCents)} was ${isWon ? 'won' : 'lost'}`,
  blocks: [
    paragraph(
      isWon
        ? `The bank decided that the payment of ${exactPrice(amountInCents)} of ${day(paidAt)} was valid. Your share of ${exactPrice(shareInCents)} is yours again.`
        : `The bank gave the payment of ${exactPrice(amountInCents)} of ${day(paidAt)} back to the subscriber. Your share of ${exactPrice(shareInCents)} went with it, and the subscription has ended.`,
    ),
    see(publicUrl),
  ],
  reason: REASON,
})

/** `since`: the last premium signal, or when Creator Mode began. `pausesAt`: null once selling has paused. */
export const creatorSilent: Template<{ since: string; pausesAt: string | null }> = (
  { since, pausesAt },
  { publicUrl },
) => ({
  subject:
    pausesAt === null ? 'Your subscriptions are paused' : `Your subscriptions pause on ${day(pausesAt)}`,
  blocks: [
    paragraph(`You have posted no premium signal since ${day(since)}.`),
    paragraph(
      pausesAt === null
        ? 'So nobody can subscribe to you, and your subscribers aren’t charged. Their paid months continue.'
        : `If you don’t post one by ${day(pausesAt)}, nobody can subscribe to you from then on, and your subscribers aren’t charged, so that nobody pays for silence.`,
    ),
    paragraph(
      pausesAt === null
        ? 'Everything resumes with your next premium signal.'
        : 'One premium signal is enough to keep everything as it is.',
    ),
    action('Post a signal', `${publicUrl}/?dialog=signal`),
  ],
  reason: REASON,
})
