// Every email of the product with sample data, for the workshop and the tests.
import type { Email, Site } from '#shared/emails/email.ts'
import { composeEmail } from '#shared/emails/templates.ts'
import { moderationEmailSamples } from './moderation-email-samples.ts'
import { paymentEmailSamples } from './payment-email-samples.ts'
import { payoutEmailSamples } from './payout-email-samples.ts'
import { refundEmailSamples } from './refund-email-samples.ts'

export const SAMPLE_SITE: Site = {
  publicUrl: 'https://signalpost.example',
  operatorAddress: 'Signalpost Inc., 1 Harbor Street, Portland, ME 04101, USA',
  tokenOf: () => 'Vb4mX2kLq8Zt1RfY7uNcW0pJsE5hA9gD3iOoTlQxKyM',
}
const AT = '2026-03-09T12:00:00.000Z'
const id = 'any'

/** The samples by the name of the email and, where there are several, of the case. */
export const EMAIL_SAMPLES: Record<string, Email> = {
  invitation: composeEmail('invitation', { invitationId: id }, SAMPLE_SITE),
  ...moderationEmailSamples(SAMPLE_SITE),
  alertDigest: composeEmail(
    'alertDigest',
    {
      personId: id,
      when: 'daily at 7:00 AM New York',
      signals: [
        {
          title: 'freya posted: Buy $NVDA',
          sub: '“The order book is sold out.”',
          end: '9:12 AM',
          url: '/signal/any',
        },
        {
          title: 'theo posted a premium signal',
          sub: 'Open it on Signalpost.',
          end: 'Mar 8',
          url: '/signal/any',
        },
      ],
      ended: [
        { title: 'freya’s signal Sell $TSLA closed', sub: 'SPY −1.7%', end: '−4.4%', url: '/signal/any' },
        { title: 'Your signal Buy $AMD closed', sub: 'SPY +0.8%', end: '+2.9%', url: '/signal/any' },
      ],
      others: [{ title: '3 new followers', sub: 'rosa, omar and ada', end: 'Mar 8', url: '/profile' }],
    },
    SAMPLE_SITE,
  ),
  signalAlerts: composeEmail(
    'signalAlerts',
    {
      personId: id,
      isHeld: true,
      signals: [
        {
          title: 'theo posted a premium signal',
          sub: 'Open it on Signalpost.',
          end: '11:40 PM',
          url: '/signal/any',
        },
      ],
    },
    SAMPLE_SITE,
  ),
  launch: composeEmail('launch', { launchEmailId: id, invitationId: id }, SAMPLE_SITE),
  'launch, open to all': composeEmail('launch', { launchEmailId: id, invitationId: null }, SAMPLE_SITE),
  passwordReset: composeEmail(
    'passwordReset',
    { accounts: [{ username: 'rosa', tokenId: id }] },
    SAMPLE_SITE,
  ),
  signInLink: composeEmail('signInLink', { username: 'rosa', tokenId: id }, SAMPLE_SITE),
  'signInLink, the right password': composeEmail(
    'signInLink',
    { username: 'rosa', tokenId: id, isPasswordRight: true },
    SAMPLE_SITE,
  ),
  'passwordReset, two accounts': composeEmail(
    'passwordReset',
    {
      accounts: [
        { username: 'rosa', tokenId: id },
        { username: 'rosa_trades', tokenId: id },
      ],
    },
    SAMPLE_SITE,
  ),
  verifyEmail: composeEmail('verifyEmail', { username: 'rosa', tokenId: id }, SAMPLE_SITE),
  confirmEmailChange: composeEmail('confirmEmailChange', { username: 'rosa', tokenId: id }, SAMPLE_SITE),
  emailChangeAsked: composeEmail(
    'emailChangeAsked',
    { username: 'rosa', tokenId: id, isVerified: true },
    SAMPLE_SITE,
  ),
  'emailChangeAsked, never verified': composeEmail(
    'emailChangeAsked',
    { username: 'rosa', tokenId: id, isVerified: false },
    SAMPLE_SITE,
  ),
  emailChanged: composeEmail(
    'emailChanged',
    { username: 'rosa', change: { email: 'rosa@post.example', tokenId: id } },
    SAMPLE_SITE,
  ),
  'emailChanged, never verified': composeEmail(
    'emailChanged',
    { username: 'rosa', change: null },
    SAMPLE_SITE,
  ),
  emailInUse: composeEmail('emailInUse', { username: 'rosa' }, SAMPLE_SITE),
  passwordChanged: composeEmail('passwordChanged', { username: 'rosa', at: AT }, SAMPLE_SITE),
  factorAdded: composeEmail(
    'factorAdded',
    { username: 'rosa', factor: 'Authenticator app', at: AT },
    SAMPLE_SITE,
  ),
  factorRemoved: composeEmail(
    'factorRemoved',
    { username: 'rosa', factor: 'Passkey “Chrome on Mac”', at: AT },
    SAMPLE_SITE,
  ),
  subscriptionEnds: composeEmail(
    'subscriptionEnds',
    { creator: 'maya', endsAt: AT, hasAccess: true },
    SAMPLE_SITE,
  ),
  renewalsPaused: composeEmail(
    'renewalsPaused',
    { creator: 'maya', priceInCents: 1200, paidUntil: AT },
    SAMPLE_SITE,
  ),
  renewalsResumed: composeEmail(
    'renewalsResumed',
    { creator: 'maya', priceInCents: 1200, renewsAt: AT },
    SAMPLE_SITE,
  ),
  subscriptionRefunded: composeEmail(
    'subscriptionRefunded',
    { creator: 'maya', priceInCents: 1200, refundedInCents: 840 },
    SAMPLE_SITE,
  ),
  ...refundEmailSamples(SAMPLE_SITE),
  creatorLeaving: composeEmail('creatorLeaving', { creator: 'maya', deletedAt: AT }, SAMPLE_SITE),
  creatorLeft: composeEmail('creatorLeft', { priceInCents: 1200, refundedInCents: 1200 }, SAMPLE_SITE),
  deletionRequested: composeEmail(
    'deletionRequested',
    { username: 'rosa', deletedAt: AT, isCreator: false },
    SAMPLE_SITE,
  ),
  'deletionRequested, a creator': composeEmail(
    'deletionRequested',
    { username: 'maya', deletedAt: AT, isCreator: true },
    SAMPLE_SITE,
  ),
  accountKept: composeEmail('accountKept', { username: 'rosa', isCreator: false }, SAMPLE_SITE),
  dataExportReady: composeEmail('dataExportReady', { username: 'rosa', expiresAt: AT }, SAMPLE_SITE),
  ...payoutEmailSamples(SAMPLE_SITE),
  ...paymentEmailSamples(SAMPLE_SITE),
}
