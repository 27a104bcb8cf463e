// The browsers that subscribed to the push sandbox, and what each received. Kept in one file, so that both survive restarts.
import { createECDH, type ECDH, randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** How a browser's push service answers: as it should, or with one of the faults of README.md. */
export type Behavior = {
  /** The status of each answer; 201 delivers. */
  status: number
  /** `Retry-After`, in seconds or as a date. */
  retryAfter?: string
  /** How long it takes, in ms; `hangs` never answers. */
  delayMs?: number
  hangs?: boolean
}
export const DELIVERS: Behavior = { status: 201 }

export type Subscription = {
  id: string
  keys: ECDH
  auth: Buffer
  /** The server's key that the browser subscribed with; others are refused (RFC 8292, section 4.2). Null: any. */
  serverKey: string | null
  behavior: Behavior
}
export type Message = {
  id: string
  subscription: string
  /** The end of its endpoint: the subscription, perhaps with a dot and a number (README.md). */
  to: string
  at: string
  /** The decrypted text. */
  payload: string
  ttl: number
  urgency: string
  topic: string | null
  /**
   * The message that this one replaces because it has the same topic, as if the browser hadn't been reached in between.
   */
  replaces: string | null
}

type Line =
  | { kind: 'subscription'; id: string; privateKey: string; auth: string; serverKey: string | null }
  | { kind: 'behavior'; id: string; behavior: Behavior }
  | { kind: 'message'; message: Message }

export function openStore(file: string | null) {
  const subscriptions = new Map<string, Subscription>()
  const messages: Message[] = []
  /** The newest message of each topic on each device. */
  const newest = new Map<string, string>()
  const topicOf = ({ to, topic, id }: Omit<Message, 'replaces'>) => `${to} ${topic ?? id}`

  function apply(line: Line): void {
    if (line.kind === 'message') {
      messages.push(line.message)
      newest.set(topicOf(line.message), line.message.id)
    } else if (line.kind === 'behavior') {
      const found = subscriptions.get(line.id)
      if (found) found.behavior = line.behavior
    } else {
      const keys = createECDH('prime256v1')
      keys.setPrivateKey(line.privateKey, 'base64url')
      const { id, serverKey } = line
      const auth = Buffer.from(line.auth, 'base64url')
      subscriptions.set(id, { id, keys, auth, serverKey, behavior: DELIVERS })
    }
  }
  function add(line: Line): void {
    apply(line)
    if (file !== null) appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 })
  }
  if (file !== null && existsSync(file))
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) apply(JSON.parse(line) as Line)
  else if (file !== null) mkdirSync(dirname(file), { recursive: true, mode: 0o700 })

  return {
    messages: messages as readonly Message[],
    subscription: (id: string) => subscriptions.get(id),
    subscriptions: () => [...subscriptions.values()],
    /** Makes the keys that a browser would make. */
    subscribe(serverKey: string | null): Subscription {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const id = randomBytes(16).toString('base64url')
      add({
        kind: 'subscription',
        id,
        privateKey: keys.getPrivateKey().toString('base64url'),
        auth: randomBytes(16).toString('base64url'),
        serverKey,
      })
      return subscriptions.get(id) as Subscription
    },
    behave: (id: string, behavior: Behavior) => add({ kind: 'behavior', id, behavior }),
    deliver(message: Omit<Message, 'replaces'>): Message {
      const kept = { ...message, replaces: newest.get(topicOf(message)) ?? null }
      add({ kind: 'message', message: kept })
      return kept
    },
  }
}
export type Store = ReturnType<typeof openStore>
