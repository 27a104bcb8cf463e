// Samples of the emails about reports, decisions and appeals.
import type { Email, Site } from '#shared/emails/email.ts'
import { composeEmail } from '#shared/emails/templates.ts'

const AT = '2026-03-09T12:00:00.000Z'
const id = 'any'

export const moderationEmailSamples = (site: Site): Record<string, Email> => ({
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
    site,
  ),
  noticeReceived: composeEmail(
    'noticeReceived',
    { subject: 'the signal “buy $QBTS” of November 26, 2026 by tiny_caps', dueAt: AT },
    site,
  ),
  reportAfterAppeal: composeEmail(
    'reportAfterAppeal',
    {
      subject: 'the signal “buy $QBTS” of November 26, 2026 by tiny_caps',
      outcome: 'reversed',
      answer: 'It was a quote from another site, and said so.',
      reportedAt: AT,
    },
    site,
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
    site,
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
    site,
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
    site,
  ),
  'reportDecided, dismissed, without an account': composeEmail(
    'reportDecided',
    {
      subject: 'the profile of theo',
      measure: 'dismiss',
      facts: 'The picture is his own.',
      reference: null,
      reportedAt: AT,
      noticeId: id,
      appealUntil: AT,
    },
    site,
  ),
  appealAnswered: composeEmail(
    'appealAnswered',
    {
      subject: 'the signal “buy $QBTS” of November 26, 2026 by tiny_caps',
      outcome: 'kept',
      answer: 'A price target may be bold, but nobody can guarantee it.',
    },
    site,
  ),
  'appealAnswered, reversed': composeEmail(
    'appealAnswered',
    {
      subject: 'the signal “buy $QBTS” of November 26, 2026 by tiny_caps',
      outcome: 'reversed',
      answer: 'You quoted somebody else, to warn of them.',
    },
    site,
  ),
  lookAnswered: composeEmail(
    'lookAnswered',
    { subject: 'the profile of theo', outcome: 'kept', answer: 'The picture is his own.', reportedAt: AT },
    site,
  ),
  'lookAnswered, reopened': composeEmail(
    'lookAnswered',
    {
      subject: 'the profile of theo',
      outcome: 'reopened',
      answer: 'The picture is from a film.',
      reportedAt: AT,
    },
    site,
  ),
})
