// Samples of the emails about payments, to those who pay and to creators.
import type { Email, Site } from '#shared/emails/email.ts'
import { composeEmail, type EmailData, type EmailName } from '#shared/emails/templates.ts'

const AT = '2026-03-09T12:00:00.000Z'
const NEXT = '2026-04-09T12:00:00.000Z'
const bill = { id: 'any', creator: 'maya', priceInCents: 2000 }
const plan = { id: 'any', creator: null, priceInCents: 200 }
const receipt = {
  ...bill,
  amountInCents: 2000,
  taxInCents: 0,
  paidAt: AT,
  periodStart: AT,
  periodEnd: NEXT,
  renewsAt: NEXT,
  number: 'SP-2026-004182',
  card: 'Visa ending 4242',
  invoiceUrl: 'https://invoice.stripe.com/i/any',
}
const dispute = { amountInCents: 2000, paidAt: AT, shareInCents: 1800 }
const confirmed = {
  renewsAt: NEXT,
  withdrawUntil: '2026-03-23T12:00:00.000Z',
  asksForAccess: true,
  termsOf: AT,
}

/** The samples by the name of the email and, where there are several, of the case. */
export function paymentEmailSamples(site: Site): Record<string, Email> {
  const one = <Name extends EmailName>(name: Name, data: EmailData<Name>) => composeEmail(name, data, site)
  return {
    subscriptionConfirmed: one('subscriptionConfirmed', { ...bill, ...confirmed }),
    'subscriptionConfirmed, Creator Mode': one('subscriptionConfirmed', {
      ...plan,
      ...confirmed,
      asksForAccess: false,
      termsOf: null,
    }),
    'subscriptionConfirmed, with tax': one('subscriptionConfirmed', {
      ...bill,
      taxInCents: 180,
      ...confirmed,
    }),
    paymentReceipt: one('paymentReceipt', receipt),
    'paymentReceipt, with tax': one('paymentReceipt', {
      ...receipt,
      creator: null,
      amountInCents: 2180,
      taxInCents: 180,
      number: null,
      card: null,
      renewsAt: null,
      invoiceUrl: null,
    }),
    paymentFailed: one('paymentFailed', { ...bill, accessUntil: NEXT }),
    'paymentFailed, Creator Mode': one('paymentFailed', { ...plan, accessUntil: NEXT }),
    'paymentFailed, without access': one('paymentFailed', { ...bill, accessUntil: null }),
    accessEnded: one('accessEnded', { ...bill, because: 'canceled' }),
    'accessEnded, unpaid': one('accessEnded', { ...bill, because: 'unpaid' }),
    'accessEnded, Creator Mode': one('accessEnded', { ...plan, because: 'unpaid' }),
    'accessEnded, by the creator': one('accessEnded', { ...bill, because: 'creator' }),
    subscriptionCanceled: one('subscriptionCanceled', { ...bill, endsAt: NEXT }),
    'subscriptionCanceled, Creator Mode': one('subscriptionCanceled', { ...plan, endsAt: NEXT }),
    cancellationUndone: one('cancellationUndone', { ...bill, renewsAt: NEXT }),
    yearlyReminder: one('yearlyReminder', { ...bill, since: AT, renewsAt: NEXT }),
    'yearlyReminder, Creator Mode': one('yearlyReminder', { ...plan, since: AT, renewsAt: null }),
    priceChanged: one('priceChanged', {
      personId: 'any',
      creator: 'maya',
      yoursInCents: 1200,
      newInCents: 2000,
    }),
    'priceChanged, lower': one('priceChanged', {
      personId: 'any',
      creator: 'maya',
      yoursInCents: 2000,
      newInCents: 1200,
    }),
    addressNeeded: one('addressNeeded', { creator: 'maya', until: NEXT }),
    'addressNeeded, Creator Mode': one('addressNeeded', { creator: null, until: NEXT }),
    newSubscribers: one('newSubscribers', { personId: 'any', count: 3, on: AT, shareInCents: 5400 }),
    'newSubscribers, one': one('newSubscribers', { personId: 'any', count: 1, on: AT, shareInCents: 1800 }),
    disputeOpened: one('disputeOpened', dispute),
    disputeClosed: one('disputeClosed', { ...dispute, isWon: true }),
    'disputeClosed, lost': one('disputeClosed', { ...dispute, isWon: false }),
    creatorSilent: one('creatorSilent', { since: AT, pausesAt: NEXT }),
    'creatorSilent, paused': one('creatorSilent', { since: AT, pausesAt: null }),
    'renewalsPaused, of a silent creator': one('renewalsPaused', {
      creator: 'maya',
      priceInCents: 1200,
      paidUntil: AT,
      isSilent: true,
    }),
  }
}
