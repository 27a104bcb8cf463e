// The billing portal: customers change their card, pay open invoices, cancel or resume a subscription.
import { errorText, escape } from '../../page-frame.ts'
import { cancelNow, isEnded } from '../billing/cancel-subscription.ts'
import { updateSubscription } from '../billing/update-subscription.ts'
import type { PortalSession } from '../calls/portal-sessions.ts'
import { HOUR } from '../clock.ts'
import { StripeProblem } from '../errors.ts'
import { formText, type RawObject } from '../form-body.ts'
import { setDefaultPaymentMethod } from '../objects/customers.ts'
import { attach, createPaymentMethod } from '../objects/payment-methods.ts'
import type { UpdateInput } from '../objects/subscription-params.ts'
import { periodEndOf, type Subscription } from '../objects/subscriptions.ts'
import { retrieve, now, type Context } from '../context.ts'
import { buttonForm, day, redirectWithin, redirectTo, money, notFound, type Page, page } from './frame.ts'
import { payOpenInvoice } from './hosted-invoice.ts'

const GOOD_FOR = HOUR

export function billingPortalPage(context: Context, url: string, form: RawObject | null): Page {
  const [session] = context.store.all('billing_portal.session', { '$.url': url })
  if (!session || !context.store.get('customer', session.customer)) return notFound()
  if (now(context) > session.created + GOOD_FOR) {
    return page('Signed out', `<p>This page has expired.</p>${returnLink(session)}`, 403)
  }
  if (!form) return page('Billing', overview(context, session))
  try {
    const done = act(context, session, form)
    if (!done) return notFound()
    if (typeof done === 'string') return redirectWithin(done)
    const { flow } = session
    if (flow?.after_completion.type === 'redirect' && flow.after_completion.redirect) {
      return redirectTo(flow.after_completion.redirect.return_url)
    }
    return redirectWithin(url)
  } catch (error) {
    if (!(error instanceof StripeProblem)) throw error
    return page('Billing', errorText(error.body.message) + overview(context, session), 402)
  }
}

/**
 * False if it isn't allowed here: another customer's objects, or a disabled feature. A URL if the bank requires 3-D
 * Secure.
 */
function act(context: Context, session: PortalSession, form: RawObject): boolean | string {
  const { features } = retrieve(context, 'billing_portal.configuration', session.configuration)
  const id = formText(form, 'subscription') || formText(form, 'invoice')
  const subscription = context.store.get('subscription', id)
  const isOwn = subscription?.customer === session.customer && !isEnded(subscription)
  if (form['do'] === 'card' && features.payment_method_update.enabled) {
    changeCard(context, session.customer, form)
    return true
  }
  if (form['do'] === 'pay') {
    const invoice = context.store.get('invoice', id)
    return invoice?.customer === session.customer && payOpenInvoice(context, invoice, session.url)
  }
  if (form['do'] !== 'cancel' && form['do'] !== 'keep') return false
  if (!subscription || !isOwn || !features.subscription_cancel.enabled) return false
  if (form['do'] === 'cancel' && features.subscription_cancel.mode === 'immediately') {
    cancelNow(context, subscription, 'cancellation_requested')
    return true
  }
  // For flexible subscriptions the portal sets `cancel_at`, not `cancel_at_period_end`.
  const end = form['do'] === 'cancel' ? periodEndOf(subscription) : null
  const nothing = {} as UpdateInput
  updateSubscription(context, subscription.id, { ...nothing, cancel_at: end })
  return true
}

/**
 * The new card becomes the customer's default. A subscription with its own default keeps it
 * (https://docs.stripe.com/customer-management/portal-deep-links, `payment_method_update`).
 */
function changeCard(context: Context, id: string, form: RawObject): void {
  const [month = '', year = ''] = formText(form, 'expiry').split('/')
  const method = createPaymentMethod(context, {
    type: 'card',
    card: {
      number: formText(form, 'number'),
      exp_month: Number(month.trim()) || 0,
      exp_year: Number(year.trim()) || 0,
      cvc: formText(form, 'cvc'),
      token: undefined,
    },
  })
  attach(context, method, id)
  setDefaultPaymentMethod(context, retrieve(context, 'customer', id), method.id)
}

function overview(context: Context, session: PortalSession): string {
  const { features } = retrieve(context, 'billing_portal.configuration', session.configuration)
  const customer = retrieve(context, 'customer', session.customer)
  const subscriptions = context.store
    .all('subscription', { customer: customer.id })
    .filter((one) => !isEnded(one) && one.status !== 'incomplete')
  const chosen = session.flow?.subscription_cancel?.subscription
  const shown = chosen ? subscriptions.filter(({ id }) => id === chosen) : subscriptions
  const isCardOnly = session.flow?.type === 'payment_method_update'
  const list = isCardOnly
    ? ''
    : shown.map((one) => subscriptionPart(context, one, features.subscription_cancel.enabled)).join('\n')
  const card = features.payment_method_update.enabled && !chosen ? CARD_FORM : ''
  return `<p>${escape(customer.email ?? customer.id)}</p>
${isCardOnly ? '' : openInvoices(context, customer.id)}
${list || (isCardOnly ? '' : '<p>No subscriptions.</p>')}
${card}${returnLink(session)}`
}

function subscriptionPart(context: Context, subscription: Subscription, mayCancel: boolean): string {
  const [item] = subscription.items.data
  const name = item
    ? (context.store.get('product', item.price.product)?.name ?? 'Subscription')
    : 'Subscription'
  const price = money(item?.price.unit_amount ?? 0, subscription.currency)
  const ends = subscription.cancel_at
  const next = ends === null ? `Renews ${day(periodEndOf(subscription))}` : `Ends ${day(ends)}`
  const forms = mayCancel
    ? ends === null
      ? buttonForm('Cancel subscription', { do: 'cancel', subscription: subscription.id })
      : buttonForm("Don't cancel subscription", { do: 'keep', subscription: subscription.id })
    : ''
  return `<section><h2>${escape(name)}</h2><p>${price} / ${item?.price.recurring?.interval ?? 'month'} · ${escape(subscription.status)} · ${next}</p>${forms}</section>`
}

function openInvoices(context: Context, customer: string): string {
  const open = context.store.all('invoice', { customer, '$.status': 'open' })
  const owed = open.filter(({ amount_remaining: left, attempted }) => left > 0 && attempted)
  if (owed.length === 0) return ''
  const rows = owed.map(
    (invoice) =>
      `<p>${escape(invoice.number ?? invoice.id)}: ${money(invoice.amount_remaining, invoice.currency)}</p>${buttonForm('Pay now', { do: 'pay', invoice: invoice.id })}`,
  )
  return `<section><h2>Open invoices</h2>${rows.join('')}</section>`
}

const CARD_FORM = `<section><h2>Card</h2><form method="post"><input type="hidden" name="do" value="card">
<label>Card number<input name="number" inputmode="numeric" autocomplete="cc-number" required></label>
<label>Expiry (MM/YY)<input name="expiry" autocomplete="cc-exp" required></label>
<label>Security code<input name="cvc" inputmode="numeric" autocomplete="cc-csc" required></label>
<button type="submit">Update card</button></form></section>`

function returnLink({ return_url: address }: PortalSession): string {
  if (!address || !/^https?:\/\//.test(address)) return ''
  return `<p><a href="${escape(address)}">Return</a></p>`
}
