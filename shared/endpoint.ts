// One HTTP call, described once: the server binds it, the browser calls it, the API description is generated from it.
import { z } from 'zod'
import type { RateLimitName } from './limits.ts'

type Schema = z.ZodType

/** Who may make a call. `member` is anyone signed in; finer rules are the feature's own. */
export type Access = 'anyone' | 'member'

export type Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
  Who extends Access = Access,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:name` placeholders. */
  path: `/api/${string}`
  summary: string
  access: Who
  /** HTTP status of a successful answer. */
  status: 200 | 201
  /** Its own, tighter limit on top of the general one. */
  limit?: RateLimitName
  /** Asked by machines to see whether the server is well: counted against no limit, whoever asks. */
  isProbe?: true
  params: Params
  query: Query
  body: Body
  reply: Answer
}

const Nothing = z.undefined()

/** Describes one call. Parts that are not given are absent on both sides. */
export function endpoint<
  Answer extends Schema,
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
  isProbe?: true
  params?: Params
  query?: Query
  body?: Body
  reply: Answer
}): Endpoint<Params, Query, Body, Answer, Who> {
  return {
    status: 200,
    params: Nothing as unknown as Params,
    query: Nothing as unknown as Query,
    body: Nothing as unknown as Body,
    ...spec,
  }
}

/** What the server's function receives: the checked and decoded side of each part. */
export type Input<E extends Endpoint> = Present<{
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
}>

/** What the browser passes: as `Input`, but fields with a default may be left out. */
export type Request<E extends Endpoint> = Present<{
  params: z.input<E['params']>
  query: z.input<E['query']>
  body: z.input<E['body']>
}>

/** The answer as it travels; views on the server produce this. */
export type Wire<E extends Endpoint> = z.input<E['reply']>

/** The answer as the browser's code sees it (dates are dates, tickers a list). */
export type Reply<E extends Endpoint> = z.output<E['reply']>

/** Without the parts that aren't there; a part that may be missing may be left out. */
type Present<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K]
} & {
  [K in keyof T as [T[K]] extends [undefined] ? never : undefined extends T[K] ? K : never]?: T[K]
}
