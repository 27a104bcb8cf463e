// What an alert says, in the list and in emails: what happened, the fact, and one action.
import type { Alert, ModerationNews } from '../contracts/alerts.ts'
import { price } from './money.ts'
import { countOf, formatCount } from './numbers.ts'
import { nameOf } from './people.ts'
import { percentOf } from './percent.ts'

type Shown = Pick<Alert, 'kind' | 'person' | 'people' | 'peopleCount' | 'signal' | 'comment' | 'facts'>

export type AlertText = {
  title: string
  fact: string
  /** The path that the title leads to; null if there is nothing more to see. */
  href: string | null
  action?: { label: string; href: string }
}

export function alertText(alert: Shown): AlertText {
  const { kind, signal, facts } = alert
  const name = alert.person ? nameOf(alert.person) : 'A hidden person'
  const href = hrefOf(alert)
  switch (kind) {
    case 'signal':
      if (signal?.isPremium)
        return {
          title: `${name} posted a premium signal`,
          fact: premiumFact(signal),
          href,
        }
      return { title: `${name} posted: ${callOf(signal)}`, fact: quote(signal), href }
    case 'mention':
      return {
        title: alert.comment ? `${writersOf(alert)} mentioned you` : `${name} mentioned you`,
        fact: quote(alert.comment ?? signal),
        href,
      }
    case 'reply':
      return {
        title: signal?.isOwn
          ? `${writersOf(alert)} commented on your signal`
          : `${writersOf(alert)} replied to you`,
        fact: quote(alert.comment),
        href,
      }
    case 'useful':
      return {
        title: `${alert.peopleCount === 1 ? '1 person' : `${formatCount(alert.peopleCount)} people`} found your signal useful`,
        fact: signal?.signalType === undefined ? '' : `${callOf(signal)}. Others see it once its trades end.`,
        href,
      }
    case 'outcome':
      return {
        title: `${signal?.isOwn ? 'Your' : `${name}’s`} ${signal?.signalType === undefined ? 'premium signal' : `signal ${callOf(signal)}`} closed`,
        fact: outcomeOf(signal),
        href,
      }
    case 'follower':
      return followersText(alert)
    case 'subscriber':
      return {
        title: `New subscriber: ${name}`,
        fact: `${price(facts.priceInCents ?? 0)} a month, you get ${price(facts.shareInCents ?? 0)}.`,
        href: '/subscriptions',
      }
    case 'price':
      return priceText(name, alert)
    case 'payment':
      return {
        title: alert.person ? `Payment to ${name} failed` : 'A payment failed',
        fact: facts.accessUntil
          ? `Your bank declined it. You keep access until ${dayOf(facts.accessUntil)}.`
          : 'Your bank declined it.',
        href: '/subscriptions',
        action: { label: 'Fix payment', href: '/subscriptions' },
      }
    case 'payout':
      return payoutText(facts)
    case 'moderation':
      return moderationText(facts)
    case 'security':
      return {
        title: securityTitle(facts),
        fact: 'If this wasn’t you, sign out other devices and change your password.',
        href: '/settings/security',
        action: { label: 'Check devices', href: '/settings/security' },
      }
  }
}

function hrefOf({ signal, comment }: Shown): string | null {
  if (!signal) return null
  return comment ? `/signal/${signal.id}?comment=${comment.id}` : `/signal/${signal.id}`
}

/** "Rosa", "Rosa and Theo" or "Rosa and 3 others". */
function writersOf({ people, peopleCount }: Shown): string {
  const [first = 'A hidden person', second] = people.map(nameOf)
  if (peopleCount <= 1) return first
  if (peopleCount === 2 && second !== undefined) return `${first} and ${second}`
  return `${first} and ${peopleCount - 1} others`
}

/** "Buy $NVDA", or "Comment" without a ticker. */
function callOf(signal: Shown['signal']): string {
  const { signalType = 'comment', tickers = [] } = signal ?? {}
  const [first, ...others] = tickers
  const type = signalType.charAt(0).toUpperCase() + signalType.slice(1)
  if (first === undefined) return type
  return `${type} $${first}${others.length > 0 ? ` and ${others.length} more` : ''}`
}

/** Empty if it is only named, as in emails. */
function premiumFact(signal: NonNullable<Shown['signal']>): string {
  if (signal.isLocked) return 'Subscribers can read it.'
  return signal.signalType === undefined ? '' : said(signal)
}

const quote = (signal: { excerpt?: string | undefined } | null) =>
  signal?.excerpt === undefined ? '' : `“${signal.excerpt}”`
const said = (signal: Shown['signal']) => [`${callOf(signal)}.`, quote(signal)].filter(Boolean).join(' ')

function outcomeOf(signal: Shown['signal']): string {
  const { return: made, benchmark } = signal ?? {}
  if (made === undefined || made === null) return 'Its time is up.'
  return benchmark === undefined || benchmark === null
    ? `${percentOf(made)}.`
    : `${percentOf(made)}, SPY ${percentOf(benchmark)}.`
}

function followersText({ people, peopleCount }: Shown): AlertText {
  const names = people.map(nameOf)
  const [first = 'Somebody'] = names
  if (peopleCount <= 1)
    return {
      title: `${first} follows you`,
      fact: 'New follower',
      href: people[0] ? `/profile/${people[0].username}` : null,
    }
  const others = peopleCount - names.length
  const all = others > 0 ? [...names, `${others} more`] : names
  return {
    title: countOf(peopleCount, 'new follower'),
    fact: `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`,
    href: '/profile',
  }
}

function priceText(name: string, { person, facts }: Shown): AlertText {
  const { priceInCents: old = 0, newPriceInCents: now = 0 } = facts
  return {
    title: `${name} is ${now > old ? 'raising' : 'lowering'} the price`,
    fact: `${price(old)} becomes ${price(now)} a month for new subscribers. Yours doesn’t change.`,
    href: person ? `/profile/${person.username}` : null,
  }
}

function payoutText({ payouts: state, payout = 'A payout' }: Shown['facts']): AlertText {
  const action = { label: 'Open payouts', href: '/creator-onboarding' }
  const href = action.href
  if (state === 'on_hold')
    return { title: 'Your payouts are on hold', fact: 'Stripe needs details from you.', href, action }
  if (state === 'due')
    return { title: 'Stripe needs details for your payouts', fact: 'Payouts still work.', href, action }
  if (state === 'paid')
    return { title: `${payout} was paid to your bank`, fact: 'Stripe paid it out.', href: '/subscriptions' }
  if (state === 'failed')
    return { title: `Your bank sent ${payout} back`, fact: 'Check your bank details.', href, action }
  return { title: 'Your payouts work again', fact: 'Stripe has what it needs.', href }
}

const REPORTED = 'You reported it. The author isn’t told who did.'

/** Doesn't name what it is about: the decision's page and the email do, and others can read a lock screen. */
const MODERATION: Record<ModerationNews, { title: string; fact: string }> = {
  signal_hidden: {
    title: 'A moderator hid the text of a signal of yours',
    fact: 'Type, tickers and score stay.',
  },
  comment_hidden: {
    title: 'A moderator removed a comment of yours',
    fact: 'A note replaces it.',
  },
  profile_hidden: {
    title: 'A moderator removed your name, picture and bio',
    fact: 'You can add new ones that follow our rules.',
  },
  picture_hidden: {
    title: 'A moderator rejected your new picture',
    fact: 'You can upload another one.',
  },
  picture_shown: { title: 'Your new picture is live', fact: 'A moderator approved it.' },
  suspended: { title: 'Your account is suspended', fact: 'You can’t post, sell or change your profile.' },
  reporting_stopped: { title: 'You can’t report for now', fact: 'Everything else works as before.' },
  selling_stopped: { title: 'You can’t sell subscriptions for now', fact: 'Renewals are paused.' },
  appeal_kept: {
    title: 'We answered your appeal',
    fact: 'The decision stands. Our email says why.',
  },
  appeal_reversed: { title: 'Your appeal succeeded', fact: 'We reversed the decision.' },
  report_dismissed: {
    title: 'A moderator reviewed your report',
    fact: 'No action was taken. Our email says why.',
  },
  look_kept: {
    title: 'We looked again at your report',
    fact: 'No change. Our email says why.',
  },
  look_reopened: { title: 'We’re reviewing your report again', fact: 'You’ll hear the outcome.' },
  report_acted: { title: 'A moderator acted on your report', fact: REPORTED },
  report_kept: { title: 'Our decision about your report stands', fact: 'The author had appealed.' },
  report_reversed: {
    title: 'We changed our decision about your report',
    fact: 'The author had appealed. Our email says why.',
  },
}

function moderationText({
  moderation = 'report_dismissed',
  decisionId,
  appealUntil,
}: Shown['facts']): AlertText {
  const { title, fact } = MODERATION[moderation]
  if (decisionId === undefined) return { title, fact, href: null }
  const href = `/appeal/${decisionId}`
  const isReport = moderation === 'report_dismissed'
  const what = isReport ? 'ask once for another look' : 'appeal'
  const until = appealUntil === undefined ? '' : ` You can ${what} until ${dayOf(appealUntil)}.`
  if (isReport)
    return { title, fact: `${fact}${until}`, href, action: { label: 'Ask for another look', href } }
  return { title, fact: `${fact}${until}`, href, action: { label: 'Read the reasons', href } }
}

function securityTitle({ security, factor = 'Sign-in factor' }: Shown['facts']): string {
  if (security === 'factor_added') return `${factor} was added`
  if (security === 'factor_removed') return `${factor} was removed`
  return security === 'email_changed' ? 'Your email was changed' : 'Your password was changed'
}

/** "Nov 27" in UTC. */
const dayOf = (at: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(at))
