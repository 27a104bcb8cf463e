// Every call of the specification is in the contract, with its input and its reply.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#shared/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'

const endpoints = Object.values(contract).flatMap((feature): Endpoint[] => Object.values(feature))

/** The call, its input fields and its reply fields; `null` if the specification doesn't say. */
type Call = [name: string, input: string[], reply: string[] | null]

const USER = ['id', 'username', 'displayName', 'bio', 'profileImageUrl', 'isCreator', 'followersCount']
const SIGNAL = ['id', 'userId', 'content', 'signalType', 'tickers', 'intent', 'isPremium', 'author']
const SUBSCRIPTION = ['id', 'status', 'priceInCents', 'subscriber', 'creator']

const CALLS: Call[] = [
  ['GET /api/user', [], USER], // @spec-7.6
  ['POST /api/login', ['username', 'password'], USER], // @spec-7.7
  ['POST /api/register', ['email', 'password', 'username', 'displayName', 'isAdult', 'acceptsTerms'], USER], // @spec-7.8
  ['POST /api/logout', [], null], // @spec-7.9
  ['POST /api/waitlist', ['email'], null], // @spec-7.10
  ['GET /api/users', [], null], // @spec-7.11
  ['GET /api/users/:username', [], USER], // @spec-7.12
  ['GET /api/users/id/:id', [], USER], // @spec-7.13
  ['PUT /api/profile', ['displayName', 'bio', 'profileImageUrl'], USER], // @spec-7.14
  ['POST /api/objects/upload', [], ['uploadURL']], // @spec-7.15
  ['PUT /api/profile-images', ['profileImageURL'], ['objectPath']], // @spec-7.16
  ['GET /api/follows/status/:id', [], ['isFollowing']], // @spec-3.55 @spec-7.17
  ['POST /api/follows', ['followingId'], null], // @spec-7.18
  ['DELETE /api/follows/:id', [], null], // @spec-7.19
  ['GET /api/signals/feed', [], SIGNAL], // @spec-7.20
  ['GET /api/signals/user/:id', [], SIGNAL], // @spec-7.21
  ['POST /api/signals', ['content', 'signalType', 'tickers'], null], // @spec-7.22
  ['GET /api/portfolio', [], ['holdings', 'performance', 'connected']], // @spec-7.23
  ['GET /api/subscriptions/status/:id', [], ['isSubscribed']], // @spec-3.56 @spec-7.24
  ['POST /api/subscriptions/create', ['creatorId'], ['clientSecret']], // @spec-3.60 @spec-7.25
  // @spec-3.61 @spec-7.26
  ['POST /api/stripe/user-subscription', ['creatorId'], ['clientSecret', 'creatorName']],
  ['POST /api/subscribe/creator', ['creatorId'], ['clientSecret']], // @spec-7.27
  ['POST /api/stripe/creator-subscription', [], ['clientSecret']], // @spec-3.62 @spec-7.28
  ['GET /api/creator-status', [], ['isCreator']], // @spec-7.29
  ['GET /api/stripe/connect/account-status', [], ['connected', 'accountId']], // @spec-3.58 @spec-7.30
  ['POST /api/stripe/connect/create-account', [], null], // @spec-7.31
  ['POST /api/stripe/connect/create-account-link', [], ['url']], // @spec-7.32
  ['POST /api/creator/setup-pricing', ['priceInCents'], null], // @spec-7.33
  ['PUT /api/creator/subscription-price', ['priceInCents'], null], // @spec-7.34
  ['GET /api/subscriptions/creator/:id', [], SUBSCRIPTION], // @spec-3.34 @spec-7.35
  ['GET /api/subscriptions/subscriber/:id', [], SUBSCRIPTION], // @spec-7.36
  ['DELETE /api/subscriptions/:id', [], null], // @spec-7.37
  ['DELETE /api/creator-subscription/cancel', [], null], // @spec-7.38
]

type Shape = { type?: string; properties?: object; items?: Shape; anyOf?: Shape[]; required?: string[] }

/** The object in a reply, also as the items of a list or beside null. */
function objectIn(shape: Shape): Shape {
  if (shape.items) return objectIn(shape.items)
  const object = shape.anyOf?.find(({ type }) => type === 'object')
  return object ?? shape
}
const shapeOf = (schema: z.ZodType | undefined, io: 'input' | 'output'): Shape =>
  schema ? objectIn(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape) : {}

describe.each(CALLS)('%s', (name, input, reply) => {
  const [endpoint, ...others] = endpoints.filter(({ method, path }) => `${method} ${path}` === name)

  test('is in the contract', () => {
    expect(endpoint).toBeDefined()
    expect(others).toEqual([])
  })

  test('accepts the input of the specification and requires nothing else', () => {
    const { properties = {}, required = [] } = shapeOf(endpoint?.body, 'input')
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(input))
    expect(required.filter((field) => !input.includes(field))).toEqual([])
  })

  test('returns the fields that the specification names', () => {
    const { properties = {} } = shapeOf(endpoint?.reply, 'input')
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(reply ?? []))
  })
})

test('the specification has 33 calls', () => {
  expect(CALLS).toHaveLength(33)
})
