// Emails a creator what Stripe asks for, that payouts are on hold because of it, or that they work again.
import type { Deps } from '#server/deps.ts'
import { sendOnce } from '#server/outside/mail.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { type PayoutState, payoutStateOf } from './sync-payout-account.ts'

/** Tells the state there is now, once (`sendOnce`). Throws what the mail server threw; the job is then tried again. */
export async function tellPayouts(
  { db, mail }: Pick<Deps, 'db' | 'mail'>,
  userId: string,
  publicUrl: string,
): Promise<void> {
  const creator = await db
    .selectFrom('users')
    .select(['email', 'payoutStanding', 'payoutsDue', 'payoutsDueAt', 'payoutsTold'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!creator || creator.payoutsTold === null) return
  const { email, payoutsTold: told, payoutsDue: due, payoutsDueAt: dueAt } = creator
  const state = payoutStateOf({ standing: creator.payoutStanding, due })
  if (state === told) return
  const mark = async (from: string, to: string) => {
    const marked = db.updateTable('users').set({ payoutsTold: to }).where('id', '=', userId)
    return (await marked.where('payoutsTold', '=', from).executeTakeFirstOrThrow()).numUpdatedRows > 0n
  }
  // What was only asked for, and has been provided, stopped nothing.
  if (state === 'ready' && told === 'due') return void (await mark(told, state))
  const letter = { to: email, ...WORDS[state](due, dueAt, `${publicUrl}/creator-onboarding`) }
  await sendOnce(mail, letter, { mark: () => mark(told, state), unmark: () => mark(state, told) })
}

type Words = (due: string[], dueAt: Date | null, address: string) => { subject: string; text: string }

const list = (due: string[]) =>
  due.length === 0
    ? 'It is checking what you sent. You don’t need to do anything.'
    : `It asks for:\n${due.map((item) => `- ${item}`).join('\n')}`

const WORDS: Record<PayoutState, Words> = {
  due(due, dueAt, address) {
    const by = dueAt
      ? ` by ${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(dueAt)}`
      : ''
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
