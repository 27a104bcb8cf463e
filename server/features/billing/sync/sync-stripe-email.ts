// Job: gives Stripe a person's current email, for receipts and for messages about payouts.
import type { Deps } from '#server/deps.ts'
import { stripeErrorKind, stripeErrorMessage } from '#server/adapters/stripe.ts'

type Needs = Pick<Deps, 'db' | 'stripe' | 'log'>

/**
 * Updates the customer and the payout account, if the person has them. It reads the email again after each update, so
 * of several jobs at the same time the one that updates last has the latest email. If Stripe refuses or doesn't know
 * the object, this is logged; other errors of the SDK are thrown, and the job is retried.
 */
export async function syncStripeEmail(deps: Needs, userId: string): Promise<void> {
  let sent: string | undefined
  for (;;) {
    const user = await deps.db
      .selectFrom('users')
      .select(['email', 'stripeCustomerId', 'stripeAccountId'])
      .where('id', '=', userId)
      .executeTakeFirst()
    if (!user || user.email === sent) return
    await update(deps, user)
    sent = user.email
  }
}

type User = { email: string; stripeCustomerId: string | null; stripeAccountId: string | null }

async function update({ stripe, log }: Needs, { email, stripeCustomerId, stripeAccountId }: User) {
  const orLogged = async (object: string, call: () => Promise<unknown>) => {
    try {
      await call()
    } catch (error) {
      const kind = stripeErrorKind(error)
      if (kind !== 'missing' && kind !== 'refused') throw error
      log.error(
        { event: 'stripe_email_refused', object, error: stripeErrorMessage(error) },
        'Stripe did not accept a person’s new email',
      )
    }
  }
  if (stripeCustomerId !== null)
    await orLogged(stripeCustomerId, () => stripe.customers.update(stripeCustomerId, { email }))
  if (stripeAccountId !== null)
    await orLogged(stripeAccountId, () =>
      stripe.v2.core.accounts.update(stripeAccountId, { contact_email: email }),
    )
}
