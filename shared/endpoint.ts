// Describes one API call. The server's routes, the browser's client and the OpenAPI description all follow from it.
import { z } from 'zod'
import type { RateLimitName } from './limits.ts'
import type { RestrictionKind } from './rules/restrictions.ts'

type Schema = z.ZodType

/** Who may call it. `member` is anyone who is signed in; each feature checks finer rules itself. */
export type Access = 'anyone' | 'member'

export type Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  ReplySchema extends Schema = Schema,
  Who extends Access = Access,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:name` placeholders. */
  path: `/api/${string}`
  summary: string
  access: Who
  /** The HTTP status of a successful response. */
  status: 200 | 201
  /** A stricter rate limit in addition to the general one. */
  limit?: RateLimitName
  /** Refused with `email_not_verified` while the setting `REQUIRE_VERIFIED_EMAIL` is on. */
  needsVerifiedEmail?: true
  /** Refused with `suspended`, `selling_stopped` or `reporting_stopped` while a decision of a moderator forbids it. */
  forbiddenWhile?: RestrictionKind
  /** A health check, which is exempt from rate limits. */
  isProbe?: true
  /** A member may call it while their account is being deleted. */
  isForLeaving?: true
  params: Params
  query: Query
  body: Body
  reply: ReplySchema
}

const Nothing = z.undefined()

/** Describes a call. Parts that are left out don't exist on either side. */
export function endpoint<
  ReplySchema extends Schema,
  const Who extends Access,
  Params extends Schema = typeof Nothing,
  Query extends Schema = typeof Nothing,
  Body extends Schema = typeof Nothing,
>(spec: {
  method: Endpoint['method']
  path: Endpoint['path']
  summary: string
  access: Who
  status?: Endpoint['status']
  limit?: RateLimitName
  needsVerifiedEmail?: true
  forbiddenWhile?: RestrictionKind
  isProbe?: true
  isForLeaving?: true
  params?: Params
  query?: Query
  body?: Body
  reply: ReplySchema
}): Endpoint<Params, Query, Body, ReplySchema, Who> {
  return {
    status: 200,
    params: Nothing as unknown as Params,
    query: Nothing as unknown as Query,
    body: Nothing as unknown as Body,
    ...spec,
  }
}

/** What the server's handler receives: the validated and decoded parts. */
export type Input<E extends Endpoint> = Present<{
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
}>

/** What the browser passes: like `Input`, but fields with a default may be left out. */
export type Request<E extends Endpoint> = Present<{
  params: z.input<E['params']>
  query: z.input<E['query']>
  body: z.input<E['body']>
}>

/** The response as JSON, as the server's views produce it. */
export type Wire<E extends Endpoint> = z.input<E['reply']>

/** The decoded response in the browser's code: dates are `Date`s, tickers are a list. */
export type Reply<E extends Endpoint> = z.output<E['reply']>

/** Removes the parts that don't exist, and makes those optional that may be undefined. */
type Present<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K]
} & {
  [K in keyof T as [T[K]] extends [undefined] ? never : undefined extends T[K] ? K : never]?: T[K]
}
