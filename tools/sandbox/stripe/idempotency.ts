// Idempotency keys: a repeated request runs once and gets the same response.
import { createHash, createHmac } from 'node:crypto'
import { randomString, DAY, nowInSeconds } from './clock.ts'
import { StripeProblem } from './errors.ts'
import type { Store } from './store.ts'

export type KeptResponse = { status: number; body: string; requestId: string }

const KEPT_FOR = DAY
const KEPT_FOR_V2 = 30 * DAY

/** API v1 replays a failure; v2 runs a failed request again (https://docs.stripe.com/api-v2-overview#idempotency). */
export const keepsFailures = (path: string): boolean => !path.startsWith('/v2/')

/**
 * A keyed hash of the request, to detect a different request with the same key. Keyed, so a card number can't be
 * guessed from it.
 */
export function fingerprintOf(store: Store, body: string): string {
  const pepper = store.setting('idempotency pepper', () => randomString(32))
  return createHmac('sha256', pepper).update(createHash('sha256').update(body).digest()).digest('base64')
}

/** The stored response, if any. Throws if the key was used for a different request. */
export function keptResponse(
  store: Store,
  key: string,
  path: string,
  fingerprint: string,
): KeptResponse | null {
  store
    .sql("delete from idempotency where at < case when path like '/v2/%' then ? else ? end")
    .run(nowInSeconds() - KEPT_FOR_V2, nowInSeconds() - KEPT_FOR)
  const row = store.sql('select * from idempotency where key = ?').get(key)
  if (!row) return null
  if (row['path'] !== path) {
    throw misusedKey(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${String(row['path'])}' vs '${path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  }
  if (row['fingerprint'] !== fingerprint) {
    throw misusedKey(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  }
  return { status: Number(row['status']), body: String(row['body']), requestId: String(row['request_id']) }
}

export function saveResponse(
  store: Store,
  key: string,
  path: string,
  fingerprint: string,
  response: KeptResponse,
): void {
  store
    .sql(
      'insert into idempotency (key, at, path, fingerprint, status, body, request_id) values (?, ?, ?, ?, ?, ?, ?)',
    )
    .run(key, nowInSeconds(), path, fingerprint, response.status, response.body, response.requestId)
}

const misusedKey = (message: string) =>
  new StripeProblem(400, { type: 'idempotency_error', message }, { isValidation: true })

/** Two concurrent requests with one key: the second must retry later. */
export const keyInUse = (key: string) =>
  new StripeProblem(
    409,
    {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    },
    { isValidation: true },
  )
