// Emails to creators about their payouts: Stripe needs details, payouts are on hold or work again, one was paid or came back.
import { longUtcDate } from '../rules/dates.ts'
import { PRODUCT_NAME } from '../product.ts'
import { action, type Block, facts, list, paragraph, type Template } from './email.ts'

const REASON = `You got this email because you’re a creator on ${PRODUCT_NAME}.`
const setUp = (label: string, publicUrl: string) => action(label, `${publicUrl}/creator-onboarding`)

const needed = (due: string[]): Block[] =>
  due.length === 0
    ? [paragraph('Stripe is checking what you sent. You don’t need to do anything.')]
    : [paragraph('Stripe asks for:'), list(due)]

/** Everything still works. `dueAt` is null if Stripe sets no deadline. */
export const payoutsDue: Template<{ due: string[]; dueAt: string | null }> = (
  { due, dueAt },
  { publicUrl },
) => {
  const by = dueAt === null ? '' : ` by ${longUtcDate(new Date(dueAt))}`
  return {
    subject: `Stripe needs details for your payouts${by}`,
    blocks: [
      paragraph('Stripe, our payment provider, needs more details to keep your payouts working.'),
      ...needed(due),
      paragraph(
        `Please provide them${by}. Nothing changes until then. After that, Stripe may put your payouts on hold. You couldn’t post or take new subscribers, and renewals would pause.`,
      ),
      setUp('Provide the details', publicUrl),
    ],
    reason: REASON,
  }
}

export const payoutsOnHold: Template<{ due: string[] }> = ({ due }, { publicUrl }) => ({
  subject: 'Your payouts are on hold',
  blocks: [
    paragraph('Stripe, our payment provider, has put your payouts on hold.'),
    ...needed(due),
    setUp(due.length === 0 ? 'See your setup' : 'Continue', publicUrl),
    paragraph(
      'Until this is resolved, you can’t post or take new subscribers. Your subscribers’ renewals are paused, and they aren’t charged. Everything resumes automatically when your payouts work again.',
    ),
  ],
  reason: REASON,
})

export const payoutsReady: Template<Record<string, never>> = (_data, { publicUrl }) => ({
  subject: 'Your payouts work again',
  blocks: [
    paragraph(
      'Stripe can pay you again. You can post and take new subscribers, and paused subscriptions resume automatically.',
    ),
    setUp('See your setup', publicUrl),
  ],
  reason: REASON,
})

/** `amount`: with its currency, such as "$120.00". */
type PayoutData = { amount: string; arrivesAt: string }

export const payoutPaid: Template<PayoutData> = ({ amount, arrivesAt }, { publicUrl }) => ({
  subject: `${amount} was paid to your bank`,
  blocks: [
    paragraph('Stripe, our payment provider, paid out your balance. Some banks show it a day or two later.'),
    facts([
      ['Amount', amount],
      ['At your bank', longUtcDate(new Date(arrivesAt))],
    ]),
    action('See your revenue', `${publicUrl}/subscriptions`),
  ],
  reason: REASON,
})

/** `failureCode`: Stripe's, such as `account_closed`; null if it gives none. */
export const payoutFailed: Template<PayoutData & { failureCode: string | null }> = (
  { amount, failureCode },
  { publicUrl },
) => ({
  subject: `Your bank sent ${amount} back`,
  blocks: [
    paragraph(
      `${FAILURES[failureCode ?? ''] ?? 'Your bank couldn’t take a payout.'} The money is in your balance at Stripe again.`,
    ),
    facts([['Amount', amount]]),
    paragraph(
      'Check your bank details at Stripe, or add another bank account. Stripe pays nothing to the old one until then, and sends this amount again with your next payout.',
    ),
    setUp('Check your bank details', publicUrl),
    paragraph('Your subscriptions and renewals continue as usual.'),
  ],
  reason: REASON,
})

/** Source: https://docs.stripe.com/api/payouts/failures */
const FAILURES: Partial<Record<string, string>> = {
  account_closed: 'Your bank account has been closed.',
  account_frozen: 'Your bank account is frozen.',
  bank_account_restricted: 'Your bank account doesn’t take this kind of payment.',
  bank_ownership_changed: 'Your bank account belongs to another bank now.',
  declined: 'Your bank declined the payout.',
  incorrect_account_holder_name: 'The name of the account’s holder is wrong.',
  invalid_account_number: 'The account number is wrong.',
  invalid_currency: 'Your bank account doesn’t take this currency.',
  no_account: 'Your bank doesn’t know the account number or the name.',
}
