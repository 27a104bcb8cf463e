// Emails to people who pay: confirmation, receipt, failed payment, cancellation, end, yearly reminder and a changed price.
import { PRODUCT_NAME } from '../product.ts'
import { longUtcDate } from '../rules/dates.ts'
import { exactPrice } from '../rules/money.ts'
import { action, type Block, facts, link, paragraph, type Template } from './email.ts'
import { unsubscribe } from './unsubscribe.ts'

/** What is paid for: a creator's subscription, or Creator Mode where `creator` is null. */
type Bill = {
  id: string
  creator: string | null
  priceInCents: number
  /** The tax on top of the price; missing if the sale isn't taxed. */
  taxInCents?: number
}

/** What is charged each month. */
const total = ({ priceInCents, taxInCents = 0 }: Bill) => exactPrice(priceInCents + taxInCents)
/** "$12.00 a month", or with tax "$13.20 a month ($12.00 and $1.20 tax)". */
const monthly = (bill: Bill) =>
  bill.taxInCents === undefined
    ? `${total(bill)} a month`
    : `${total(bill)} a month (${exactPrice(bill.priceInCents)} and ${exactPrice(bill.taxInCents)} tax)`

const day = (iso: string) => longUtcDate(new Date(iso))
const nameOf = (creator: string | null) =>
  creator === null ? 'Creator Mode' : `your subscription to ${creator}`
const titleOf = (creator: string | null) =>
  creator === null ? 'Creator Mode' : `Your subscription to ${creator}`
const manage = (publicUrl: string) => action('Manage your subscriptions', `${publicUrl}/subscriptions`)
const withdraw = ({ id, creator }: Bill, publicUrl: string) =>
  link(
    'Withdraw from contract',
    `${publicUrl}/settings/billing${creator === null ? '' : `?dialog=withdraw&subscription=${id}`}`,
  )

/** Why a person can't turn these off. */
const REASON = `You got this email because you pay on ${PRODUCT_NAME}. You can’t turn it off: it’s part of what you agreed to.`

const howToCancel = paragraph(
  'To cancel, open Manage Subscriptions and press Cancel. Nothing more is charged, and you keep access until the end of the month you paid for.',
)

/** The acknowledgement of a new contract. `termsOf`: the day of the terms that were agreed to; null if unknown. */
export const subscriptionConfirmed: Template<
  Bill & {
    renewsAt: string
    withdrawUntil: string
    asksForAccess: boolean
    termsOf: string | null
  }
> = (data, { publicUrl }) => {
  const { creator, renewsAt, withdrawUntil, asksForAccess, termsOf } = data
  const back = asksForAccess
    ? 'You asked for immediate access, so you get back the days you haven’t used.'
    : 'You get back all of it, because you didn’t ask for immediate access.'
  return {
    subject: creator === null ? 'Creator Mode is on' : `You’re subscribed to ${creator}`,
    blocks: [
      paragraph(`${titleOf(creator)} is active. It renews every month until you cancel.`),
      facts([
        ['Price', monthly(data)],
        ['Next payment', `${total(data)} on ${day(renewsAt)}`],
      ]),
      howToCancel,
      manage(publicUrl),
      paragraph(`Until ${day(withdrawUntil)} you can also withdraw, without a reason. ${back}`),
      withdraw(data, publicUrl),
      ...(termsOf === null ? [] : [paragraph(`You agreed to the Terms of ${day(termsOf)}.`)]),
      link('Terms', `${publicUrl}/terms`),
      link('Refunds', `${publicUrl}/refunds`),
    ],
    reason: REASON,
  }
}

/** `invoiceUrl`: Stripe's page of the invoice. `card`: "Visa ending 4242". `renewsAt` is null for what doesn't renew. */
export const paymentReceipt: Template<
  Bill & {
    amountInCents: number
    taxInCents: number
    paidAt: string
    periodStart: string
    periodEnd: string
    renewsAt: string | null
    number: string | null
    card: string | null
    invoiceUrl: string | null
  }
> = (data, { publicUrl }) => {
  const { creator, amountInCents, taxInCents, card, renewsAt, number, invoiceUrl } = data
  const what = creator === null ? 'Creator Mode' : `${creator}, premium signals`
  return {
    subject: `Receipt for ${exactPrice(amountInCents)}`,
    blocks: [
      paragraph(`Paid ${day(data.paidAt)}${number === null ? '' : ` · no. ${number}`}`),
      facts([
        [
          `${what}, ${day(data.periodStart)} to ${day(data.periodEnd)}`,
          exactPrice(amountInCents - taxInCents),
        ],
        ...(taxInCents > 0 ? [['Tax', exactPrice(taxInCents)] as [string, string]] : []),
        [card === null ? 'Paid' : `Paid, ${card}`, exactPrice(amountInCents)],
      ]),
      ...(invoiceUrl === null ? [] : [action('See the invoice', invoiceUrl)]),
      ...(renewsAt === null
        ? []
        : [
            paragraph(
              `Renews for ${total(data)} on ${day(renewsAt)}, then monthly. Cancel any time; you keep access until the month ends.`,
            ),
          ]),
      link('Manage your subscriptions', `${publicUrl}/subscriptions`),
      link('Refunds', `${publicUrl}/refunds`),
    ],
    reason: `You got this email because you paid on ${PRODUCT_NAME}. You can’t turn off receipts: they’re proof of payment.`,
  }
}

/** `accessUntil` is null if access has ended already. */
export const paymentFailed: Template<Bill & { accessUntil: string | null }> = (
  { accessUntil, ...bill },
  { publicUrl },
) => ({
  subject: `Your payment of ${total(bill)} didn’t go through`,
  blocks: [
    paragraph(`We couldn’t charge your card ${total(bill)} for ${nameOf(bill.creator)}.`),
    action('Fix payment', `${publicUrl}/subscriptions`),
    paragraph(
      accessUntil === null
        ? 'You have no access until it’s paid. We’ll retry the card over the next few days.'
        : `Until ${day(accessUntil)} nothing changes: we try the card again, and you keep ${bill.creator === null ? 'Creator Mode' : 'access'}. If it isn’t paid by then, ${bill.creator === null ? 'Creator Mode ends, and your subscribers’ renewals stop' : 'access ends'}.`,
    ),
    paragraph('You can cancel at any time.'),
  ],
  reason: REASON,
})

/** Nothing more is charged, because the payer canceled, the payments failed, or the creator stopped. */
export const accessEnded: Template<Bill & { because: 'canceled' | 'unpaid' | 'creator' }> = (
  { creator, because },
  { publicUrl },
) => {
  const why = {
    canceled: 'You canceled it, and the month you paid for is over.',
    unpaid: 'The last payment didn’t go through.',
    creator: `${creator ?? 'We'} no longer offer${creator === null ? '' : 's'} subscriptions.`,
  }[because]
  const next: Block[] =
    because === 'unpaid'
      ? [action('Fix payment', `${publicUrl}/subscriptions`)]
      : [link('Your subscriptions', `${publicUrl}/subscriptions`)]
  return {
    subject: creator === null ? 'Creator Mode has ended' : `Your access to ${creator} has ended`,
    blocks: [
      paragraph(`${titleOf(creator)} has ended. ${why}`),
      paragraph(
        because === 'unpaid'
          ? 'You can still pay it with another card as long as it’s listed there.'
          : 'You won’t be charged again.',
      ),
      ...next,
    ],
    reason: REASON,
  }
}

export const subscriptionCanceled: Template<Bill & { endsAt: string }> = (
  { creator, endsAt },
  { publicUrl },
) => ({
  subject: `${titleOf(creator)} ends on ${day(endsAt)}`,
  blocks: [
    paragraph(`You canceled ${nameOf(creator)}. You won’t be charged again.`),
    paragraph(
      creator === null
        ? `Creator Mode stays on until ${day(endsAt)}. Then you can’t post anymore, and your subscribers’ subscriptions end with their paid months. Signals that you posted stay.`
        : `You can read everything until ${day(endsAt)}.`,
    ),
    paragraph('If you change your mind, you can undo it until then.'),
    action('Keep it', `${publicUrl}/subscriptions`),
  ],
  reason: REASON,
})

export const cancellationUndone: Template<Bill & { renewsAt: string | null }> = (
  { renewsAt, ...bill },
  { publicUrl },
) => ({
  subject: `${titleOf(bill.creator)} continues`,
  blocks: [
    paragraph(
      `You undid the cancellation of ${nameOf(bill.creator)}. It renews every month again, until you cancel.${renewsAt === null ? '' : ` The next payment is ${total(bill)} on ${day(renewsAt)}.`}`,
    ),
    howToCancel,
    manage(publicUrl),
  ],
  reason: REASON,
})

/** `since`: when it began. */
export const yearlyReminder: Template<Bill & { since: string; renewsAt: string | null }> = (
  { since, renewsAt, ...bill },
  { publicUrl },
) => ({
  subject: bill.creator === null ? 'You pay for Creator Mode' : `You subscribe to ${bill.creator}`,
  blocks: [
    paragraph(
      `Once a year we remind you of what renews. You’ve had ${nameOf(bill.creator)} since ${day(since)}.`,
    ),
    facts([
      ['Price', monthly(bill)],
      ...(renewsAt === null ? [] : [['Next payment', day(renewsAt)] as [string, string]]),
    ]),
    howToCancel,
    manage(publicUrl),
  ],
  reason: REASON,
})

/** The subscriber's own price stays (spec answer 9). Emails queued by an earlier release have no `personId`. */
export const priceChanged: Template<{
  creator: string
  yoursInCents: number
  newInCents: number
  /** Both are before tax. */
  isTaxed?: boolean
  personId?: string
}> = ({ creator, yoursInCents, newInCents, isTaxed = false, personId }, site) => ({
  subject: `${creator} changed the price`,
  blocks: [
    paragraph(
      `New subscribers of ${creator} now pay ${exactPrice(newInCents)} a month. You keep paying ${exactPrice(yoursInCents)}${isTaxed ? ', both before tax' : ''}, as long as your subscription continues.`,
    ),
    ...(newInCents < yoursInCents
      ? [paragraph('To pay the new price, cancel and subscribe again when your paid month is over.')]
      : []),
    manage(site.publicUrl),
  ],
  reason: `You got this email because you subscribe to ${creator} on ${PRODUCT_NAME}. You can turn it off under Price change in Settings, Notifications.`,
  ...(personId !== undefined && { unsubscribe: unsubscribe('price', personId, site) }),
})
