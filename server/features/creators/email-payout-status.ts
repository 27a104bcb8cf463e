// Emails a creator that Stripe needs details, that payouts are on hold, or that they work again.
import type { Deps } from '#server/deps.ts'
import { sendOnce } from '#server/adapters/mail.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { longUtcDate } from '#shared/rules/dates.ts'
import { type PayoutNotice, payoutNoticeOf } from './sync-payout-account.ts'

/** Sends one email about the current state (`sendOnce`). Throws errors of the mail server, and the job is retried. */
export async function emailPayoutStatus(
  { db, mail }: Pick<Deps, 'db' | 'mail'>,
  userId: string,
  publicUrl: string,
): Promise<void> {
  const creator = await db
    .selectFrom('users')
    .select(['email', 'payoutStatus', 'payoutsDue', 'payoutsDueAt', 'payoutsEmailed'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!creator || creator.payoutsEmailed === null) return
  const { email: address, payoutsEmailed: emailed, payoutsDue: due, payoutsDueAt: dueAt } = creator
  const state = payoutNoticeOf({ status: creator.payoutStatus, due })
  if (state === emailed) return
  const mark = async (from: PayoutNotice, to: PayoutNotice) => {
    const marked = db.updateTable('users').set({ payoutsEmailed: to }).where('id', '=', userId)
    return (await marked.where('payoutsEmailed', '=', from).executeTakeFirstOrThrow()).numUpdatedRows > 0n
  }
  // Details that were provided in time stopped nothing, so there is no news.
  if (state === 'ready' && emailed === 'due') return void (await mark(emailed, state))
  const email = { to: address, ...EMAILS[state](due, dueAt, `${publicUrl}/creator-onboarding`) }
  await sendOnce(mail, email, { mark: () => mark(emailed, state), unmark: () => mark(state, emailed) })
}

type Compose = (due: string[], dueAt: Date | null, address: string) => { subject: string; text: string }

const list = (due: string[]) =>
  due.length === 0
    ? 'It is checking what you sent. You don’t need to do anything.'
    : `It asks for:\n${due.map((item) => `- ${item}`).join('\n')}`

const EMAILS: Record<PayoutNotice, Compose> = {
  due(due, dueAt, address) {
    const by = dueAt ? ` by ${longUtcDate(dueAt)}` : ''
    return {
      subject: `Stripe needs details for your payouts${by}`,
      text: `Stripe, our payment provider, needs more details to keep your payouts working. ${list(due)}\n\nPlease provide them${by}: ${address}\n\nNothing changes until then. After that, Stripe may put your payouts on hold. You couldn’t post or take new subscribers, and renewals would pause.\n`,
    }
  },
  on_hold(due, _dueAt, address) {
    return {
      subject: 'Your payouts are on hold',
      text: `Stripe, our payment provider, has put your payouts on hold. ${list(due)}\n\nContinue here: ${address}\n\nUntil this is resolved, you can’t post or take new subscribers. Your subscribers’ renewals are paused, and nobody is charged. Everything resumes automatically when your payouts work again.\n`,
    }
  },
  ready(_due, _dueAt, address) {
    return {
      subject: 'Your payouts work again',
      text: `Stripe can pay you again. You can post and take new subscribers on ${PRODUCT_NAME}, and paused subscriptions resume automatically.\n\n${address}\n`,
    }
  },
}
