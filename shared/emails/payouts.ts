// Emails to creators about their payouts: Stripe needs details, payouts are on hold, or they work again.
import { longUtcDate } from '../rules/dates.ts'
import { PRODUCT_NAME } from '../product.ts'
import { action, type Block, list, paragraph, type Template } from './email.ts'

const REASON = `You get this email because you’re a creator on ${PRODUCT_NAME}.`
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
