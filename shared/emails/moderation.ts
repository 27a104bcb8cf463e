// Emails about decisions of moderators: to the author with the reasons, to reporters with the outcome.
import type { Measure } from '../contracts/reports.ts'
import { PRODUCT_NAME } from '../product.ts'
import { longUtcDate } from '../rules/dates.ts'
import { action, facts as factList, paragraph, type Template } from './email.ts'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * The statement of reasons for the author (Art. 17 of the Digital Services Act). `subject`: such as "the signal “buy $NVDA” of
 * November 26, 2026 by theo". Times are ISO 8601.
 */
export const signalHidden: Template<{
  decisionId: string
  subject: string
  facts: string
  ground: 'law' | 'rule'
  reference: string
  decidedAt: string
  appealUntil: string
  /** False if a moderator saw it without a report. */
  isReported?: boolean
  /** Whether it is about a comment. */
  isComment?: boolean
}> = ({ isComment = false, ...reasons }, { publicUrl }) => ({
  subject: isComment
    ? `We removed a comment of yours on ${PRODUCT_NAME}`
    : `We hid the text of a signal of yours on ${PRODUCT_NAME}`,
  blocks: statement(reasons, publicUrl, {
    measure: isComment
      ? 'The text is removed. Its place in the thread stays.'
      : 'The text is hidden. The signal’s type, tickers, score and entry in the public log stay.',
    duration: 'Everywhere, permanently',
  }),
  reason: `You got this email because it’s about a ${isComment ? 'comment that you wrote' : 'signal that you posted'} on ${PRODUCT_NAME}.`,
})

type Reasons = Omit<Parameters<typeof signalHidden>[0], 'isComment'>

const statement = (
  { decisionId, subject, facts, ground, reference, decidedAt, appealUntil, isReported = true }: Reasons,
  publicUrl: string,
  { measure, duration }: { measure: string; duration: string },
) => [
  paragraph(`A moderator reviewed ${subject}.`),
  factList([
    ['Action', measure],
    ['Where and how long', duration],
    ['Facts', facts],
    ['Basis', `${ground === 'law' ? 'The law' : 'Our rules'}: ${reference}`],
    [
      'Decided by',
      `A moderator, ${isReported ? 'after a report' : 'without a report'}. Nothing was automatic.`,
    ],
    ['Date', longUtcDate(new Date(decidedAt))],
  ]),
  paragraph(
    `If you think we got it wrong, you can appeal until ${longUtcDate(new Date(appealUntil))}. Another moderator answers in words. You can also turn to an out-of-court dispute body or a court.`,
  ),
  action('See why or appeal', `${publicUrl}/appeal/${decisionId}`),
]

const RESTRICTED = {
  hide_profile: {
    subject: 'We removed your name, picture and bio',
    measure: 'The display name, picture and bio are removed. You can add new ones that follow our rules.',
  },
  hide_picture: {
    subject: 'We rejected your new picture',
    measure:
      'The picture looks like one that we removed before, so it was held for review, and now it isn’t shown. You can upload another one.',
  },
  suspend: {
    subject: 'Your account is suspended',
    measure:
      'You can’t post or comment, you can’t change your name, bio or picture, and you can’t sell subscriptions. You can still read, remove your name, bio and picture, and appeal. Subscribers aren’t charged, and we’ll email them. Your record stays and is still scored.',
  },
  stop_selling: {
    subject: 'You can’t sell subscriptions for now',
    measure:
      'Nobody can subscribe to you, and renewals are paused. Subscribers aren’t charged, and we’ll email them. You can still post.',
  },
  stop_reporting: {
    subject: 'You can’t report for now',
    measure: 'You can’t report signals, comments and people. Everything else works as before.',
  },
} as const

/** The statement of reasons for a restriction of an account. `endsAt`: ISO 8601; null if it is permanent. */
export const accountRestricted: Template<
  Reasons & {
    measure: keyof typeof RESTRICTED
    endsAt: string | null
    /** Whether it becomes permanent if a second moderator confirms it. */
    isWaiting?: boolean
  }
> = ({ measure, endsAt, isWaiting = false, ...reasons }, { publicUrl }) => ({
  subject: `${RESTRICTED[measure].subject} on ${PRODUCT_NAME}`,
  blocks: statement(reasons, publicUrl, {
    measure: RESTRICTED[measure].measure,
    duration: `Everywhere, ${endsAt === null ? 'permanently' : `until ${longUtcDate(new Date(endsAt))}`}${isWaiting ? ', and permanently if a second moderator confirms it' : ''}`,
  }),
  reason: `You got this email because it’s about your account on ${PRODUCT_NAME}.`,
})

/** What a moderator did, for reporters. */
const DONE: Record<Measure, { subject: string; text: string }> = {
  dismiss: {
    subject: 'We reviewed your report',
    text: 'A moderator reviewed it and took no action.',
  },
  hide: {
    subject: 'We hid what you reported',
    text: 'A moderator hid its text, or the name, picture and bio of a profile. A hidden signal keeps its type and tickers, and is still scored.',
  },
  suspend: {
    subject: 'We suspended somebody you reported',
    text: 'A moderator suspended the account: its owner can’t post or sell for a while.',
  },
  stop_selling: {
    subject: 'We acted on your report',
    text: 'A moderator decided that the author can’t sell subscriptions for now.',
  },
  stop_reporting: {
    subject: 'We acted on your report',
    text: 'A moderator decided that the account can’t report others for now.',
  },
}

/** What the token of a link to another look is derived from (server/features/safety/notice-look.ts). */
export const lookName = (noticeId: string) => `look at notice ${noticeId}`

/** For a reporter. `facts`: what the moderator found. `reference`: the law or rule, null if nothing was done. */
export const reportDecided: Template<{
  subject: string
  measure: Measure
  facts: string
  reference: string | null
  reportedAt: string
  /** If it was left as it is: until when they can ask for another look, and the decision, or the report without an account. */
  appealUntil?: string
  decisionId?: string
  noticeId?: string
}> = (
  { subject, measure, facts, reference, reportedAt, appealUntil, decisionId, noticeId },
  { publicUrl, tokenOf },
) => ({
  subject: DONE[measure].subject,
  blocks: [
    paragraph(`On ${longUtcDate(new Date(reportedAt))} you reported ${subject}.`),
    paragraph(DONE[measure].text),
    factList([['Why', facts], ...(reference === null ? [] : [['Basis', reference] as [string, string]])]),
    paragraph('Thank you for the report. The author isn’t told who reported it.'),
    ...(appealUntil === undefined
      ? []
      : [
          paragraph(
            `If you think we got it wrong, you can ask once for another look until ${longUtcDate(new Date(appealUntil))}. Another moderator answers in words.`,
          ),
          action(
            'Ask for another look',
            noticeId === undefined
              ? `${publicUrl}/appeal/${decisionId}`
              : `${publicUrl}/second-look#token=${noticeId}.${tokenOf(lookName(noticeId))}`,
          ),
        ]),
  ],
  reason: `You got this email because you reported something on ${PRODUCT_NAME}.`,
})

/** The answer to an appeal, for the author. `isStillDone`: another decision with the same effect stands. */
export const appealAnswered: Template<{
  subject: string
  outcome: 'kept' | 'reversed'
  answer: string
  measure?: Measure
  isStillDone?: boolean
}> = ({ subject, outcome, answer, measure = 'hide', isStillDone = false }) => ({
  subject: outcome === 'kept' || isStillDone ? 'We answered your appeal' : 'Your appeal succeeded',
  blocks: [
    paragraph(
      outcome === 'kept'
        ? `You appealed our decision about ${subject}. The decision stands.`
        : `You appealed our decision about ${subject}. We reversed it${isStillDone ? ', but another decision with the same effect still stands' : measure === 'hide' ? ', and what we hid is shown again' : ': the restriction is lifted'}.`,
    ),
    factList([['Answer', capital(answer)]]),
    ...(outcome === 'kept'
      ? [paragraph('You can also turn to an out-of-court dispute body or a court.')]
      : []),
  ],
  reason: `You got this email because you appealed a decision on ${PRODUCT_NAME}.`,
})

/** For a reporter, after the author appealed. */
export const reportAfterAppeal: Template<{
  subject: string
  outcome: 'kept' | 'reversed'
  answer: string
  reportedAt: string
}> = ({ subject, outcome, answer, reportedAt }) => ({
  subject:
    outcome === 'kept'
      ? 'Our decision about your report stands'
      : 'We changed our decision about your report',
  blocks: [
    paragraph(`On ${longUtcDate(new Date(reportedAt))} you reported ${subject}.`),
    paragraph(
      outcome === 'kept'
        ? 'The author appealed. Another moderator looked at it again, and the decision stands.'
        : 'The author appealed. Another moderator looked at it again and reversed the decision.',
    ),
    factList([['Answer', capital(answer)]]),
  ],
  reason: `You got this email because you reported something on ${PRODUCT_NAME}.`,
})

/** For a reporter who asked for another look. */
export const lookAnswered: Template<{
  subject: string
  outcome: 'kept' | 'reopened'
  answer: string
  reportedAt: string
}> = ({ subject, outcome, answer, reportedAt }) => ({
  subject: outcome === 'kept' ? 'We looked again at your report' : 'We’re reviewing your report again',
  blocks: [
    paragraph(`On ${longUtcDate(new Date(reportedAt))} you reported ${subject}, and asked for another look.`),
    paragraph(
      outcome === 'kept'
        ? 'Another moderator reviewed it again and took no action.'
        : 'Another moderator agrees that it needs a new decision. We’ll email you the outcome.',
    ),
    factList([['Answer', capital(answer)]]),
    ...(outcome === 'kept'
      ? [paragraph('You can also turn to an out-of-court dispute body or a court.')]
      : []),
  ],
  reason: `You got this email because you reported something on ${PRODUCT_NAME}.`,
})

/** For somebody who reported without an account. */
export const noticeReceived: Template<{ subject: string; dueAt: string }> = ({ subject, dueAt }) => ({
  subject: 'We got your report',
  blocks: [
    paragraph(`You reported ${subject}.`),
    paragraph(
      `A moderator will decide by ${longUtcDate(new Date(dueAt))}. Then we’ll email you the outcome and why. The author isn’t told who reported it.`,
    ),
  ],
  reason: `You got this email because this address was entered with a report on ${PRODUCT_NAME}. If it wasn’t you, ignore it.`,
})
