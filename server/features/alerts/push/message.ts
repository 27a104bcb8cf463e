// Builds notifications as Declarative Web Push messages (https://www.w3.org/TR/push-api/#declarative-push-message).
// Safari displays them natively; elsewhere the service worker reads the same JSON (web/public/service-worker.js).
import type { PushMessage } from '#server/adapters/push.ts'
import { Alert } from '#shared/contracts/alerts.ts'
import { alertText } from '#shared/rules/alert-text.ts'
import { countOf } from '#shared/rules/numbers.ts'
import { nameOf } from '#shared/rules/people.ts'
import type { z } from 'zod'
import { withoutPremium } from '../without-premium.ts'

/** Trade ideas go stale quickly. */
const SIGNAL_TTL_S = 4 * 3600
const OTHER_TTL_S = 24 * 3600

export type DeviceOptions = {
  publicUrl: string
  showsText: boolean
  /** For the time of the post. */
  timeZone: string | null
}

/** About one alert. `view`: as the person may see it. */
export function messageOf(view: z.input<typeof Alert>, options: DeviceOptions): PushMessage {
  const parsed = Alert.parse(view)
  const alert = options.showsText ? parsed : withoutText(parsed)
  const { title, fact, href } = alertText(alert)
  const isSignal = (alert.kind === 'signal' || alert.kind === 'mention') && alert.comment === null
  return message(options, {
    title,
    body: [fact, isSignal ? timeOf(alert.createdAt, options.timeZone) : ''].filter(Boolean).join(' · '),
    path: href ?? '/alerts',
    tag: (isSignal && alert.signal?.id) || alert.id,
    ttlSeconds: isSignal ? SIGNAL_TTL_S : OTHER_TTL_S,
  })
}

/** Summarizes several held alerts, newest first. */
export function messageOfMissed(
  views: readonly z.input<typeof Alert>[],
  options: DeviceOptions,
): PushMessage {
  const isOnlySignals = views.every(({ kind }) => kind === 'signal')
  const names = [...new Set(views.flatMap(({ person }) => (person ? [nameOf(person)] : [])))]
  return message(options, {
    title: `${countOf(views.length, isOnlySignals ? 'signal' : 'alert')} while you were away`,
    body: names.slice(0, 3).join(', ') + (names.length > 3 ? ` and ${names.length - 3} more` : ''),
    path: '/alerts',
    tag: 'away',
    ttlSeconds: OTHER_TTL_S,
  })
}

type Parts = { title: string; body: string; path: string; tag: string; ttlSeconds: number }

function message({ publicUrl }: DeviceOptions, { title, body, path, tag, ttlSeconds }: Parts): PushMessage {
  const notification = { title, body, navigate: `${publicUrl}${path}`, tag, lang: 'en' }
  return {
    payload: JSON.stringify({ web_push: 8030, notification }),
    topic: tag.replaceAll('-', ''),
    ttlSeconds,
    urgency: 'high',
  }
}

/** Removes the text of signals and comments, and for premium ones also their tickers and type. */
function withoutText(alert: Alert): Alert {
  const { signal, comment, ...others } = withoutPremium(alert)
  const rest = { ...others, comment: comment && { id: comment.id } }
  if (!signal) return { ...rest, signal }
  const { excerpt: _excerpt, ...shown } = signal
  return { ...rest, signal: shown }
}

const formats = new Map<string, Intl.DateTimeFormat>()
/** "10:42 PM", or with the zone for people who never chose one. */
function timeOf(at: Date, timeZone: string | null): string {
  const zone = timeZone ?? 'UTC'
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit' })
    formats.set(zone, format)
  }
  return format.format(at) + (timeZone === null ? ' UTC' : '')
}
