// Every email of the product with sample data, for the workshop and the tests.
import type { Email, Site } from '#shared/emails/email.ts'
import { composeEmail } from '#shared/emails/templates.ts'
import { paymentEmailSamples } from './payment-email-samples.ts'
import { refundEmailSamples } from './refund-email-samples.ts'

export const SAMPLE_SITE: Site = {
  publicUrl: 'https://signalpost.example',
  operatorAddress: 'Signalpost Inc., 1 Harbor Street, Portland, ME 04101, USA',
  tokenOf: () => 'Vb4mX2kLq8Zt1RfY7uNcW0pJsE5hA9gD3iOoTlQxKyM',
}
const AT = '2026-03-09T12:00:00.000Z'
const due = ['Date of birth', 'Bank account', 'Proof of address']
const id = 'any'

/** By the name of the email and, where there are several, of the case. */
export const EMAIL_SAMPLES: Record<string, Email> = {
  invitation: composeEmail('invitation', { invitationId: id }, SAMPLE_SITE),
  signalHidden: composeEmail(
    'signalHidden',
    {
      decisionId: id,
      subject: 'the signal “buy $QBTS” of November 26, 2026 by tiny_caps',
      facts: 'The text says “+300% by Christmas GUARANTEED”.',
      ground: 'rule',
      reference: 'No promised returns',
      decidedAt: AT,
      appealUntil: AT,
    },
    SAMPLE_SITE,
  ),
  noticeReceived: composeEmail(
    'noticeReceived',
    { subject: 'the signal “buy $QBTS” of November 26, 2026 by tiny_caps', dueAt: AT },
    SAMPLE_SITE,
  ),
  reportAfterAppeal: composeEmail(
    'reportAfterAppeal',
    {
      subject: 'the signal “buy $QBTS” of November 26, 2026 by tiny_caps',
      outcome: 'reversed',
      answer: 'It was a quote from another site, and said so.',
      reportedAt: AT,
    },
    SAMPLE_SITE,
  ),
  accountRestricted: composeEmail(
    'accountRestricted',
    {
      decisionId: id,
      subject: 'the profile of tiny_caps',
      measure: 'suspend',
      facts: 'Six texts in a week promised a guaranteed return.',
      ground: 'rule',
      reference: 'Rule 3: No promised returns',
      decidedAt: AT,
      endsAt: AT,
      appealUntil: AT,
      isReported: false,
    },
    SAMPLE_SITE,
  ),
  reportDecided: composeEmail(
    'reportDecided',
    {
      subject: 'the signal “buy $QBTS” of November 26, 2026 by tiny_caps',
      measure: 'hide',
      facts: 'It promised a guaranteed return.',
      reference: 'No promised returns',
      reportedAt: AT,
    },
    SAMPLE_SITE,
  ),
  'reportDecided, dismissed': composeEmail(
    'reportDecided',
    {
      subject: 'the profile of theo',
      measure: 'dismiss',
      facts: 'The picture is his own.',
      reference: null,
      reportedAt: AT,
      decisionId: id,
      appealUntil: AT,
    },
    SAMPLE_SITE,
  ),
  appealAnswered: composeEmail(
    'appealAnswered',
    {
      subject: 'the signal “buy $QBTS” of November 26, 2026 by tiny_caps',
      outcome: 'kept',
      answer: 'A price target may be bold, but nobody can guarantee it.',
    },
    SAMPLE_SITE,
  ),
  'appealAnswered, reversed': composeEmail(
    'appealAnswered',
    {
      subject: 'the signal “buy $QBTS” of November 26, 2026 by tiny_caps',
      outcome: 'reversed',
      answer: 'You quoted somebody else, to warn of them.',
    },
    SAMPLE_SITE,
  ),
  lookAnswered: composeEmail(
    'lookAnswered',
    { subject: 'the profile of theo', outcome: 'kept', answer: 'The picture is his own.', reportedAt: AT },
    SAMPLE_SITE,
  ),
  'lookAnswered, reopened': composeEmail(
    'lookAnswered',
    {
      subject: 'the profile of theo',
      outcome: 'reopened',
      answer: 'The picture is from a film.',
      reportedAt: AT,
    },
    SAMPLE_SITE,
  ),
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
  payoutsDue: composeEmail('payoutsDue', { due, dueAt: AT }, SAMPLE_SITE),
  payoutsOnHold: composeEmail('payoutsOnHold', { due }, SAMPLE_SITE),
  'payoutsOnHold, being checked': composeEmail('payoutsOnHold', { due: [] }, SAMPLE_SITE),
  payoutsReady: composeEmail('payoutsReady', {}, SAMPLE_SITE),
  payoutPaid: composeEmail('payoutPaid', { amount: '$118.80', arrivesAt: AT }, SAMPLE_SITE),
  payoutFailed: composeEmail(
    'payoutFailed',
    { amount: '$118.80', arrivesAt: AT, failureCode: 'account_closed' },
    SAMPLE_SITE,
  ),
  ...paymentEmailSamples(SAMPLE_SITE),
}
