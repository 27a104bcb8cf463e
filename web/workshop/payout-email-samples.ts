// Samples of the emails about payouts.
import type { Email, Site } from '#shared/emails/email.ts'
import { composeEmail } from '#shared/emails/templates.ts'

const AT = '2026-03-09T12:00:00.000Z'
const due = ['Date of birth', 'Bank account', 'Proof of address']

export const payoutEmailSamples = (site: Site): Record<string, Email> => ({
  payoutsDue: composeEmail('payoutsDue', { due, dueAt: AT }, site),
  payoutsOnHold: composeEmail('payoutsOnHold', { due }, site),
  'payoutsOnHold, being checked': composeEmail('payoutsOnHold', { due: [] }, site),
  payoutsReady: composeEmail('payoutsReady', {}, site),
  payoutPaid: composeEmail('payoutPaid', { amount: '$118.80', arrivesAt: AT }, site),
  payoutFailed: composeEmail(
    'payoutFailed',
    { amount: '$118.80', arrivesAt: AT, failureCode: 'account_closed' },
    site,
  ),
})
