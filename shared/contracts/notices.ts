// Reports without an account, and statistics of our decisions.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EMAIL_MAX, NOTICE_NAME_MAX, NOTICE_URL_MAX, REPORT_TEXT_MAX } from '../limits.ts'
import { REPORT_REASON_NAMES } from '../rules/report-reasons.ts'
import { Instant, readable, text, Token } from '../wire.ts'
import { Look, NewAppeal } from './reports.ts'

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.literal('').transform(() => null), z.null(), schema])
    .optional()
    .transform((value) => value ?? null)

const Name = readable(
  text('Your name is missing').trim().max(NOTICE_NAME_MAX, `At most ${NOTICE_NAME_MAX} characters`),
  'A name',
)
const EmailAddress = text('Your email is missing')
  .trim()
  .pipe(z.email('Invalid email address'))
  .pipe(z.string().max(EMAIL_MAX, 'Invalid email address'))

export const NewNotice = z
  .object({
    /** The address of a signal or a profile here. */
    url: text('Enter the link').trim().min(1, 'Enter the link').max(NOTICE_URL_MAX, 'The link is too long'),
    reason: z.enum(REPORT_REASON_NAMES, 'Choose a reason'),
    text: readable(
      text('Say what’s wrong')
        .trim()
        .min(1, 'Say what’s wrong')
        .max(REPORT_TEXT_MAX, `At most ${REPORT_TEXT_MAX} characters`),
      'What’s wrong',
      { hasLines: true },
    ),
    name: optional(Name),
    email: optional(EmailAddress),
    /** For intimate pictures: the name typed under the statement. */
    signature: optional(Name),
    /** The statement that the notice is accurate and complete to the best of their knowledge. */
    isAccurate: z.literal(true, 'Confirm that what you say is accurate'),
  })
  .superRefine(({ reason, email, signature }, context) => {
    // The law requires both in a notice about an intimate picture.
    if (reason !== 'intimate_pictures') return
    if (!signature) context.addIssue({ code: 'custom', path: ['signature'], message: 'Sign with your name' })
    if (!email)
      context.addIssue({ code: 'custom', path: ['email'], message: 'We need your email for this form' })
  })
export type NewNotice = z.output<typeof NewNotice>

/** A report without an account, if its subject was left as it is; for the link in the email about it. */
export const DismissedNotice = z.object({
  /** In words, such as “the profile of theo”. */
  subject: z.string(),
  reason: z.enum(REPORT_REASON_NAMES),
  text: z.string(),
  createdAt: Instant,
  decidedAt: Instant,
  /** What the moderator found. */
  facts: z.string(),
  /** The deadline for asking for another look. */
  askUntil: Instant,
  /** Null until somebody asked. */
  look: Look.nullable(),
})
export type DismissedNotice = z.output<typeof DismissedNotice>

/** Statistics of one year (UTC). They name no person. */
export const YearOfDecisions = z.object({
  year: z.int(),
  reports: z.int(),
  /** Reports without an account. */
  notices: z.int(),
  cases: z.int(),
  dismissed: z.int(),
  hidden: z.int(),
  suspended: z.int(),
  sellingStopped: z.int(),
  reportingStopped: z.int(),
  /** Decided by a program alone. */
  automatic: z.int(),
  /** Half of the cases were decided within this many hours; null without any. */
  medianHours: z.number().nullable(),
  /** Decided after they were due. */
  late: z.int(),
  appeals: z.int(),
  reversed: z.int(),
})
export type YearOfDecisions = z.output<typeof YearOfDecisions>

const Group = z.object({ creators: z.int(), suspended: z.int() })

export const Transparency = z.object({
  at: Instant,
  /** Newest first. */
  years: z.array(YearOfDecisions),
  /** Creators, and how many of them were suspended in the last 365 days. */
  withSubscribers: Group,
  withoutSubscribers: Group,
})
export type Transparency = z.output<typeof Transparency>

export const notices = {
  send: endpoint({
    method: 'POST',
    path: '/api/notices',
    summary:
      'Reports a signal or a profile without an account; with an email, the outcome is sent there. Intimate pictures need a signature and an email, and are handled within 48 hours',
    access: 'anyone',
    limit: 'notices',
    status: 201,
    body: NewNotice,
    reply: z.object({ dueAt: Instant, isConfirmed: z.boolean() }),
  }),
  checkLink: endpoint({
    method: 'POST',
    path: '/api/notices/looks/check',
    summary:
      'The report without an account that a link in an email is about, after it was left as it is, and the request for another look, if there is one',
    access: 'anyone',
    body: z.object({ token: Token }),
    reply: DismissedNotice,
  }),
  askForLook: endpoint({
    method: 'POST',
    path: '/api/notices/looks',
    summary:
      'Asks once for another look, with the link in the email; another moderator answers in words by email',
    access: 'anyone',
    limit: 'notices',
    status: 201,
    body: NewAppeal.extend({ token: Token }),
    reply: DismissedNotice,
  }),
  transparency: endpoint({
    method: 'GET',
    path: '/api/transparency',
    summary: 'Figures of reports, decisions and appeals by year',
    access: 'anyone',
    reply: Transparency,
  }),
}
