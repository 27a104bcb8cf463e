// Alerts: the list, the bell of each author, and which alerts a person gets, where and when.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  ALERT_EMAILS,
  ALERT_FILTERS,
  ALERT_KINDS,
  BELL_LEVELS,
  DIGESTS,
  FROM_WHOM,
} from '../rules/alert-kinds.ts'
import { isTimeZone } from '../rules/local-time.ts'
import { Id, Instant, Paging, text } from '../wire.ts'
import { SignalType } from './signals.ts'
import { Ratio } from './outcomes.ts'

export const AlertPerson = z.object({
  id: Id,
  username: z.string(),
  displayName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
})
export type AlertPerson = z.output<typeof AlertPerson>

/** Decisions of moderators about the viewer's content, appeal or report. */
export const ModerationNews = z.enum([
  'signal_hidden',
  'profile_hidden',
  'comment_hidden',
  'picture_hidden',
  'picture_shown',
  'suspended',
  'selling_stopped',
  'reporting_stopped',
  'appeal_kept',
  'appeal_reversed',
  'report_dismissed',
  'report_acted',
  'report_kept',
  'report_reversed',
  'look_kept',
  'look_reopened',
])
export type ModerationNews = z.output<typeof ModerationNews>

/** Facts of the kinds that are about money, decisions and security. */
export const AlertFacts = z.object({
  priceInCents: z.int().optional(),
  /** The creator's share of it. */
  shareInCents: z.int().optional(),
  newPriceInCents: z.int().optional(),
  /** Until when an unpaid subscription gives access. */
  accessUntil: z.iso.datetime().nullable().optional(),
  payouts: z.enum(['due', 'on_hold', 'ready', 'paid', 'failed']).optional(),
  /** What was paid out, such as "$120.00". */
  payout: z.string().optional(),
  security: z.enum(['password_changed', 'factor_added', 'factor_removed', 'email_changed']).optional(),
  moderation: ModerationNews.optional(),
  /** The decision about the viewer's content or report, for the link to its page. */
  decisionId: Id.optional(),
  /** Until when it can be appealed. */
  appealUntil: z.iso.datetime().optional(),
  /** The sign-in factor, such as "Authenticator app". */
  factor: z.string().optional(),
})
export type AlertFacts = z.output<typeof AlertFacts>

export const Alert = z.object({
  id: Id,
  kind: z.enum(ALERT_KINDS),
  createdAt: Instant,
  /** Newer than the last visit to the list. */
  isNew: z.boolean(),
  /** Marked as read, so no page marks it as new anymore. */
  isRead: z.boolean(),
  /** Who did it; null if nobody did, or if the viewer may no longer see them. */
  person: AlertPerson.nullable(),
  /** How many followed, replied or found it useful on the same day (UTC), and the newest three. Empty for other kinds. */
  people: z.array(AlertPerson),
  peopleCount: z.int(),
  /** Leaves out what the viewer may not read. */
  signal: z
    .object({
      id: Id,
      isOwn: z.boolean(),
      isPremium: z.boolean(),
      isLocked: z.boolean(),
      signalType: SignalType.optional(),
      tickers: z.array(z.string()).optional(),
      /** The beginning of the text. */
      excerpt: z.string().optional(),
      /** Its return until it closed, and SPY's over the same days. */
      return: Ratio.nullable().optional(),
      benchmark: Ratio.nullable().optional(),
    })
    .nullable(),
  /** The newest comment that it is about. */
  comment: z.object({ id: Id, excerpt: z.string().optional() }).nullable(),
  facts: AlertFacts,
})
export type Alert = z.output<typeof Alert>

export const Bell = z.object({
  /** By default `all` for creators whom the viewer pays, otherwise `off`. */
  level: z.enum(BELL_LEVELS),
  /** Null: the viewer’s preference for signals applies. */
  push: z.boolean().nullable(),
  email: z.enum(ALERT_EMAILS).nullable(),
  /** Whether the viewer chose it. */
  isChosen: z.boolean(),
  /** The viewer’s preference for signals, which applies where a bell has null. */
  usual: z.object({ list: z.boolean(), push: z.boolean(), email: z.enum(ALERT_EMAILS) }),
  /** Whether notifications reach a device of the viewer. */
  hasDevice: z.boolean(),
})
export type Bell = z.output<typeof Bell>

const MINUTES = 'A time must be a whole number of minutes from 0 to 1439'
const Minute = z.int(MINUTES).min(0, MINUTES).max(1439, MINUTES)

export const AlertSchedule = z.object({
  timeZone: text('Choose a time zone').refine(isTimeZone, 'This isn’t a time zone we know'),
  /** Minutes of the day in the time zone; null without quiet hours. */
  quiet: z.object({ from: Minute, to: Minute }).nullable(),
  digest: z.enum(DIGESTS),
  digestMinute: Minute,
  /** 0 is Sunday. */
  digestWeekday: z.int().min(0).max(6),
})
export type AlertSchedule = z.output<typeof AlertSchedule>

const FromWhom = z.enum(FROM_WHOM, 'fromWhom must be everyone, followed or nobody')

const Preference = z.object({
  kind: z.enum(ALERT_KINDS),
  list: z.boolean(),
  push: z.boolean(),
  email: z.enum(ALERT_EMAILS),
  /** Whose mentions, comments and follows cause alerts; `everyone` for other kinds. */
  fromWhom: FromWhom,
})

const Marked = z.object({
  at: Instant,
  /** Marks only the kinds of this filter. */
  filter: z.enum(ALERT_FILTERS).default('all'),
})

export const AlertSettings = z.object({
  preferences: z.array(Preference),
  /** Null until one was saved. */
  schedule: AlertSchedule.extend({
    /** When the next digest comes; null if it is off. */
    nextDigestAt: Instant.nullable(),
    /** When quiet hours begin next, or end if they hold now; null without quiet hours. */
    quietChange: z.object({ at: Instant, isQuiet: z.boolean() }).nullable(),
  }).nullable(),
  /** The people whose bell the viewer has set, or whom they pay. */
  bells: z.array(z.object({ person: AlertPerson, level: z.enum(BELL_LEVELS), pays: z.boolean() })),
})
export type AlertSettings = z.output<typeof AlertSettings>

export const alerts = {
  list: endpoint({
    method: 'GET',
    path: '/api/alerts',
    summary:
      'What happened, newest first: signals of bells, outcomes, mentions, replies and followers by day, payments, security. Decided when it is read, by the rules of the feed',
    access: 'member',
    query: z.object({ ...Paging, filter: z.enum(ALERT_FILTERS).default('all') }),
    reply: z.array(Alert),
  }),
  seen: endpoint({
    method: 'PUT',
    path: '/api/alerts/seen',
    summary: 'Marks the alerts up to an instant as seen; an earlier one changes nothing',
    access: 'member',
    body: Marked,
    reply: z.object({ unseen: z.int() }),
  }),
  read: endpoint({
    method: 'PUT',
    path: '/api/alerts/read',
    summary: 'Marks the alerts up to an instant as seen and read, so that no page marks them as new anymore',
    access: 'member',
    body: Marked,
    reply: z.object({ unseen: z.int() }),
  }),
  bell: endpoint({
    method: 'GET',
    path: '/api/bells/:authorId',
    summary: 'Which signals of this author the viewer hears of',
    access: 'member',
    params: z.object({ authorId: Id }),
    reply: Bell,
  }),
  setBell: endpoint({
    method: 'PUT',
    path: '/api/bells/:authorId',
    summary: 'Sets which signals of an author whom the viewer follows or pays they hear of',
    access: 'member',
    params: z.object({ authorId: Id }),
    body: z.object({
      level: z.enum(BELL_LEVELS, 'level must be all, premium or off'),
      push: z.boolean().nullable().optional(),
      email: z.enum(ALERT_EMAILS).nullable().optional(),
    }),
    reply: Bell,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/alert-settings',
    summary: 'What the viewer wants to hear of, where and when',
    access: 'member',
    reply: AlertSettings,
  }),
  saveSettings: endpoint({
    method: 'PUT',
    path: '/api/alert-settings',
    summary: 'Changes preferences and the schedule; what is left out stays',
    access: 'member',
    body: z.object({
      /** If `push` or `fromWhom` is missing, that setting stays the same. */
      preferences: z
        .array(Preference.extend({ push: z.boolean().optional(), fromWhom: FromWhom.optional() }))
        .max(ALERT_KINDS.length)
        .optional(),
      schedule: AlertSchedule.optional(),
    }),
    reply: AlertSettings,
  }),
}
