// Emails to subscribers: a subscription ends, is paused or resumes.
import { exactPrice, price } from '../rules/money.ts'
import { longUtcDate } from '../rules/dates.ts'
import { PRODUCT_NAME } from '../product.ts'
import { action, paragraph, type Template } from './email.ts'

const reason = (creator: string) =>
  `You got this email because you subscribe to ${creator} on ${PRODUCT_NAME}.`
const manage = (publicUrl: string) => action('Manage your subscriptions', `${publicUrl}/subscriptions`)

/** The creator no longer offers subscriptions. `hasAccess`: the paid period isn't over. */
export const subscriptionEnds: Template<{ creator: string; endsAt: string; hasAccess: boolean }> = ({
  creator,
  endsAt,
  hasAccess,
}) => {
  const until = longUtcDate(new Date(endsAt))
  const access = hasAccess ? ` Until ${until} you can read everything you paid for.` : ''
  return {
    subject: `Your subscription to ${creator} ends on ${until}`,
    blocks: [
      paragraph(`${creator} no longer offers subscriptions on ${PRODUCT_NAME}.`),
      paragraph(`You won’t be charged again.${access}`),
    ],
    reason: reason(creator),
  }
}

/** The tax of a renewal can't be calculated from the address. `until`: when it ends. `creator` is null for Creator Mode. */
export const addressNeeded: Template<{ creator: string | null; until: string }> = (
  { creator, until },
  { publicUrl },
) => {
  const what = creator === null ? 'Creator Mode' : `Your subscription to ${creator}`
  return {
    subject: `${what} needs your billing address`,
    blocks: [
      paragraph(
        `${what} couldn’t renew, because we can’t tell the tax at your billing address. You weren’t charged.`,
      ),
      action('Check your billing address', `${publicUrl}/settings/billing`),
      paragraph(
        `Once the address is right, we charge your card as usual. Without one it ends on ${longUtcDate(new Date(until))}.`,
      ),
    ],
    reason: `You got this email because you pay on ${PRODUCT_NAME}. You can’t turn it off: it’s part of what you agreed to.`,
  }
}

/** `paidUntil`: the end of the paid period if it is still running, otherwise null. */
export const renewalsPaused: Template<{
  creator: string
  priceInCents: number
  paidUntil: string | null
  /** Whether a decision of ours forbids the creator to sell. */
  isByUs?: boolean
  /** Whether it is because the creator hasn't posted a premium signal for a long time. */
  isSilent?: boolean
}> = ({ creator, priceInCents, paidUntil, isByUs = false, isSilent = false }, { publicUrl }) => {
  const access =
    paidUntil === null
      ? 'You can’t read premium signals until then.'
      : `You’ve paid until ${longUtcDate(new Date(paidUntil))}, so you can read everything until then.`
  return {
    subject: `Your subscription to ${creator} is paused`,
    blocks: [
      paragraph(
        isByUs
          ? `${creator} can’t sell subscriptions right now because of a decision by our moderators.`
          : isSilent
            ? `${creator} hasn’t posted a premium signal for a long time, and nobody should pay for silence.`
            : `${creator} can’t be paid right now: our payment provider is waiting for details of their payout account.`,
      ),
      paragraph(
        `You won’t be charged while your subscription is paused. ${access} It resumes automatically when ${creator} ${isSilent ? 'posts the next premium signal' : 'can be paid again'}. If that’s after your paid period, a new month starts that day and we’ll charge you ${price(priceInCents)}.`,
      ),
      paragraph('You can cancel at any time.'),
      manage(publicUrl),
    ],
    reason: reason(creator),
  }
}

export const renewalsResumed: Template<{
  creator: string
  priceInCents: number
  renewsAt: string | null
}> = ({ creator, priceInCents, renewsAt }, { publicUrl }) => {
  const next = renewsAt === null ? '' : ` Your next renewal is on ${longUtcDate(new Date(renewsAt))}.`
  return {
    subject: `Your subscription to ${creator} continues`,
    blocks: [
      paragraph(`Your subscription to ${creator} at ${price(priceInCents)} a month continues.${next}`),
      paragraph('You can cancel at any time.'),
      manage(publicUrl),
    ],
    reason: reason(creator),
  }
}

/**
 * The creator requested the account's deletion, so nobody can see their signals. Nothing is charged in the
 * meantime.
 */
export const creatorLeaving: Template<{ creator: string; deletedAt: string }> = (
  { creator, deletedAt },
  { publicUrl },
) => ({
  subject: `${creator} is leaving ${PRODUCT_NAME}`,
  blocks: [
    paragraph(
      `${creator} asked us to delete their account. You can’t see their signals anymore, and you won’t be charged.`,
    ),
    paragraph(
      `On ${longUtcDate(new Date(deletedAt))} your subscription ends, and we refund your payment for the current month. If ${creator} stays after all, your subscription continues.`,
    ),
    manage(publicUrl),
  ],
  reason: reason(creator),
})

/** The creator ended it. Doesn't say why. */
export const subscriptionRefunded: Template<{
  creator: string
  priceInCents: number
  refundedInCents: number
}> = ({ creator, priceInCents, refundedInCents }, { publicUrl }) => ({
  subject: `Your subscription to ${creator} has ended`,
  blocks: [
    paragraph(
      `Your subscription to ${creator} at ${price(priceInCents)} a month has ended. You won’t be charged again.`,
    ),
    ...(refundedInCents > 0
      ? [
          paragraph(
            `We refunded ${exactPrice(refundedInCents)} to your card for the days you had paid for. Banks take a few days to show it.`,
          ),
        ]
      : []),
    manage(publicUrl),
  ],
  reason: reason(creator),
})

/** Names nobody, because the creator no longer exists when it is sent. */
export const creatorLeft: Template<{ priceInCents: number; refundedInCents: number }> = (
  { priceInCents, refundedInCents },
  { publicUrl },
) => ({
  subject: 'A subscription of yours has ended',
  blocks: [
    paragraph(
      `A creator you subscribed to for ${price(priceInCents)} a month deleted their account, so your subscription has ended.`,
    ),
    ...(refundedInCents > 0
      ? [paragraph(`We refunded ${price(refundedInCents)} to your card. Banks take a few days to show it.`)]
      : []),
    manage(publicUrl),
  ],
  reason: `You got this email because you subscribed to a creator on ${PRODUCT_NAME}.`,
})
