// The page that shows what browsers received from the push sandbox, newest first.
import { escape, framed } from '../page-frame.ts'
import type { Message, Store } from './store.ts'

type Shown = { title?: string; body?: string; navigate?: string }

/** The most messages shown; nobody reads more. */
const SHOWN_MAX = 100

export function phonesPage({ messages, subscriptions }: Store): string {
  const replaced = new Set(messages.flatMap(({ replaces }) => replaces ?? []))
  const names = new Map(subscriptions().map(({ id }, index) => [id, `Device ${index + 1}`]))
  const shown = messages
    .filter(({ id }) => !replaced.has(id))
    .slice(-SHOWN_MAX)
    .toReversed()
  return framed({
    title: 'Push that was not sent',
    label: 'No push keys are set (VAPID_KEYS), so notifications of test devices are kept here.',
    cards:
      shown.length > 0
        ? shown.map((message) => card(message, names.get(message.subscription) ?? 'A device'))
        : [
            `<p>No notifications yet. ${names.size === 0 ? 'Turn on push in Settings, Notifications.' : ''}</p>`,
          ],
  })
}

function card({ payload, at, ttl, urgency }: Message, device: string): string {
  const { title = '', body = '', navigate } = notificationOf(payload)
  return `<h2>${escape(title)}</h2><p>${escape(body)}</p>
<p class="quiet">${escape(device)} · <time>${escape(at)}</time> · urgency ${escape(urgency)} · kept for ${ttl} s</p>
${navigate ? `<p><a href="${escape(navigate)}">Open</a></p>` : ''}`
}

function notificationOf(payload: string): Shown {
  try {
    return (JSON.parse(payload) as { notification?: Shown }).notification ?? {}
  } catch {
    return { title: payload }
  }
}
