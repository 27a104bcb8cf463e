// The bank's 3-D Secure page.
import { finishAuthentication } from '../billing/confirm-payment-intent.ts'
import { finishSetupAuthentication } from '../billing/confirm-setup-intent.ts'
import type { RawObject } from '../form-body.ts'
import type { Context } from '../context.ts'
import { buttonForm, redirectTo, money, notFound, type Page, page } from './frame.ts'

type Facts = { token: string; returnUrl: string | null }

export function threeDSecurePage(context: Context, id: string, token: string, form: RawObject | null): Page {
  const facts = context.store.hidden<Facts>(id)
  const payment = context.store.get('payment_intent', id)
  const setup = context.store.get('setup_intent', id)
  if (!(payment ?? setup) || facts.token !== token) return notFound()
  if (form) {
    const isPassed = form['answer'] === 'complete'
    if (payment) finishAuthentication(context, id, isPassed)
    else finishSetupAuthentication(context, id, isPassed)
    return returnPage(context, id, facts.returnUrl ?? null)
  }
  if ((payment ?? setup)?.status !== 'requires_action')
    return returnPage(context, id, facts.returnUrl ?? null)
  const what = payment
    ? `<p>A payment of ${money(payment.amount, payment.currency)} needs your confirmation.</p>`
    : '<p>Saving your card needs your confirmation.</p>'
  return page(
    '3-D Secure',
    `${what}${buttonForm('Complete authentication', { answer: 'complete' })}
${buttonForm('Fail authentication', { answer: 'fail' })}`,
  )
}

/** Returns to the payment's return URL with Stripe's query parameters. */
function returnPage(context: Context, id: string, returnUrl: string | null): Page {
  const payment = context.store.get('payment_intent', id)
  const intent = payment ?? context.store.get('setup_intent', id)
  const isDone = intent?.status === 'succeeded'
  if (!returnUrl || !URL.canParse(returnUrl)) {
    const words = isDone
      ? 'Authenticated. You can close this window.'
      : 'Not authenticated. Go back and try another card.'
    return page('3-D Secure', `<p>${words}</p>`)
  }
  const address = new URL(returnUrl)
  const noun = payment ? 'payment_intent' : 'setup_intent'
  address.searchParams.set(noun, id)
  address.searchParams.set(`${noun}_client_secret`, intent?.client_secret ?? '')
  address.searchParams.set('redirect_status', isDone ? 'succeeded' : 'failed')
  return redirectTo(address.href)
}
