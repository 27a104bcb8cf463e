// Every email of the product as HTML and as plain text: both say the same, and nothing in them is loaded or executed.
import { describe, expect, test } from 'vitest'
import { composeEmail, type EmailName, EMAILS } from '#shared/emails/templates.ts'
import { renderHtml } from '#shared/emails/render-html.ts'
import { renderText } from '#shared/emails/render-text.ts'
import { ALERT_EMAILS_ENDED, type AlertEmailKind } from '#shared/emails/unsubscribe.ts'
import { type AlertKind, KINDS } from '#shared/rules/alert-kinds.ts'
import { EMAIL_SAMPLES, SAMPLE_SITE } from '#web/workshop/email-samples.ts'

test('the workshop shows every email', () => {
  const shown = new Set(Object.keys(EMAIL_SAMPLES).map((name) => name.split(',')[0]))
  expect([...shown].toSorted()).toEqual(Object.keys(EMAILS).toSorted())
})

/** The text that a person reads in the HTML. */
const wordsOf = (html: string) =>
  html
    .replace(/^[^]*<body[^>]*>/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')

describe.each(Object.entries(EMAIL_SAMPLES))('%s', (_name, email) => {
  const html = renderHtml(email, SAMPLE_SITE)
  const text = renderText(email, SAMPLE_SITE)

  test('says the same as HTML and as text', () => {
    const isOnlyLinked = [
      SAMPLE_SITE.publicUrl,
      email.unsubscribe?.url,
      ...email.blocks.flatMap((block) => (block.kind === 'link' ? [block.url] : [])),
    ]
    for (const line of text.split('\n')) {
      const words = line.replace(/^--? /, '').replace(/:$/, '')
      const [name = '', value] = words.split(/: (?=\S+$|[A-Z$])/)
      for (const part of value === undefined ? [words] : [name, value])
        expect(isOnlyLinked.includes(part) ? html.replaceAll('&amp;', '&') : wordsOf(html)).toContain(part)
    }
    expect(wordsOf(html)).toContain(email.subject)
  })

  test('says why it was sent, and has no empty part', () => {
    expect(text).toContain(`-- \n${email.reason}\n`)
    expect(email.reason).toMatch(/^You got this email because .+\.$/)
    expect(text).not.toMatch(/undefined|null|\[object|NaN|Invalid|\n\n\n/)
  })

  test('loads and runs nothing, and links only to the product and its invoices', () => {
    expect(html).not.toMatch(/<(script|img|link|iframe|object|form)\b|url\(|@import| on\w+=/i)
    for (const [, url = ''] of html.matchAll(/href="([^"]*)"/g))
      // An invoice is on Stripe's own page.
      expect(url).toMatch(/^https:\/\/(signalpost\.example|invoice\.stripe\.com)\b/)
  })
})

test('text that people wrote can’t become markup', () => {
  const creator = '<b onclick="x">&"maya"</b>'
  const email = composeEmail(
    'subscriptionEnds',
    { creator, endsAt: '2026-03-09T12:00:00.000Z', hasAccess: false },
    SAMPLE_SITE,
  )
  const html = renderHtml(email, SAMPLE_SITE)
  expect(html).not.toMatch(/<b\b/)
  expect(wordsOf(html)).toContain(`${creator} no longer offers subscriptions`)
})

/** What each email's one-click link unsubscribes from, or why the email has none. A new email needs a line here. */
type Must = 'asked for' | 'security' | 'contract' | 'money' | 'decision' | 'account'
const ENDED_BY: Record<EmailName, AlertEmailKind | 'waitlist' | Must> = {
  alertDigest: 'digest',
  signalAlerts: 'signal',
  newSubscribers: 'subscriber',
  priceChanged: 'price',
  launch: 'waitlist',
  invitation: 'asked for',
  passwordReset: 'asked for',
  signInLink: 'asked for',
  verifyEmail: 'asked for',
  confirmEmailChange: 'asked for',
  dataExportReady: 'asked for',
  refundAsked: 'money',
  noticeReceived: 'asked for',
  passwordChanged: 'security',
  emailChangeAsked: 'security',
  emailChanged: 'security',
  emailInUse: 'security',
  factorAdded: 'security',
  factorRemoved: 'security',
  deletionRequested: 'account',
  accountKept: 'account',
  subscriptionEnds: 'contract',
  renewalsPaused: 'contract',
  renewalsResumed: 'contract',
  creatorLeaving: 'contract',
  creatorLeft: 'contract',
  subscriptionConfirmed: 'contract',
  accessEnded: 'contract',
  subscriptionCanceled: 'contract',
  cancellationUndone: 'contract',
  yearlyReminder: 'contract',
  creatorSilent: 'contract',
  withdrawn: 'contract',
  addressNeeded: 'money',
  subscriptionRefunded: 'money',
  paymentReceipt: 'money',
  paymentFailed: 'money',
  disputeOpened: 'money',
  disputeClosed: 'money',
  refunded: 'money',
  refundDeclined: 'money',
  payoutsDue: 'money',
  payoutsOnHold: 'money',
  payoutsReady: 'money',
  payoutPaid: 'money',
  payoutFailed: 'money',
  signalHidden: 'decision',
  accountRestricted: 'decision',
  reportDecided: 'decision',
  reportAfterAppeal: 'decision',
  appealAnswered: 'decision',
  lookAnswered: 'decision',
}

test.each(Object.entries(EMAIL_SAMPLES))(
  '%s has a one-click unsubscribe link, unless it is mandatory',
  (sample, email) => {
    const ended = ENDED_BY[sample.split(',')[0] as EmailName]
    if (ended === 'waitlist') expect(email.unsubscribe?.oneClickUrl).toMatch(/\/unsubscribe\?token=[^.]+$/)
    else if (ended in ALERT_EMAILS_ENDED)
      expect(email.unsubscribe).toEqual({
        url: expect.stringContaining(`/unsubscribe#token=alerts.${ended}.any.`),
        oneClickUrl: expect.stringContaining(`/unsubscribe?token=alerts.${ended}.any.`),
      })
    else expect(email.unsubscribe).toBeUndefined()
  },
)

/** The emails about each kind of alert, besides the digest. A new kind needs a line here. */
const EMAILS_OF: Record<AlertKind, readonly EmailName[]> = {
  signal: ['signalAlerts'],
  outcome: [],
  mention: [],
  reply: [],
  useful: [],
  follower: [],
  subscriber: ['newSubscribers'],
  price: ['priceChanged'],
  payment: ['paymentFailed', 'addressNeeded'],
  payout: ['payoutsDue', 'payoutsOnHold', 'payoutsReady', 'payoutPaid', 'payoutFailed'],
  moderation: [
    'signalHidden',
    'accountRestricted',
    'reportDecided',
    'reportAfterAppeal',
    'appealAnswered',
    'lookAnswered',
  ],
  security: ['passwordChanged', 'emailChanged', 'factorAdded', 'factorRemoved'],
}

test.each(Object.entries(EMAILS_OF))(
  'emails about %s have an unsubscribe link exactly if their kind can be turned off',
  (kind, names) => {
    const { isFixed = false } = KINDS[kind as AlertKind]
    const others = names.filter((name) => ENDED_BY[name] in ALERT_EMAILS_ENDED === isFixed)
    expect(others).toEqual([])
  },
)
