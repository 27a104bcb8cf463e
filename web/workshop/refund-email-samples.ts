// Samples of the emails about withdrawals and refunds.
import type { Email, Site } from '#shared/emails/email.ts'
import { composeEmail } from '#shared/emails/templates.ts'

const AT = '2026-03-09T12:00:00.000Z'

const WITHDRAWAL = {
  number: 'W-2026-00418',
  withdrawnAt: AT,
  startedAt: AT,
  creator: 'Maya Lindqvist',
  creatorUsername: 'maya',
  name: 'Rosa Teixeira',
  email: 'rosa@example.com',
  priceInCents: 1200,
  paidInCents: 1200,
  refundInCents: 1160,
  usedDays: 1,
  periodDays: 30,
  keptUsedDays: true,
  isDisputed: false,
}

export const refundEmailSamples = (site: Site): Record<string, Email> => ({
  withdrawn: composeEmail('withdrawn', WITHDRAWAL, site),
  'withdrawn, everything back': composeEmail(
    'withdrawn',
    { ...WITHDRAWAL, refundInCents: 1200, keptUsedDays: false },
    site,
  ),
  'withdrawn, disputed': composeEmail('withdrawn', { ...WITHDRAWAL, isDisputed: true }, site),
  refunded: composeEmail(
    'refunded',
    { creator: 'maya', amountInCents: 840, reason: 'I was away for two weeks.', by: 'creator' },
    site,
  ),
  'refunded, by us': composeEmail(
    'refunded',
    { creator: 'maya', amountInCents: 1200, reason: null, by: 'us' },
    site,
  ),
  refundAsked: composeEmail(
    'refundAsked',
    { text: 'No premium signals for a month.', amountInCents: 1200, until: AT },
    site,
  ),
  refundDeclined: composeEmail(
    'refundDeclined',
    { answer: 'There were six signals in that month.', by: 'creator' },
    site,
  ),
})
