// The calls of the specification, one by one: each is in the contract with what is sent and what comes back.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#shared/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'

const endpoints = Object.values(contract).flatMap((feature): Endpoint[] => Object.values(feature))

/** Method, path, the fields that are sent and those that come back; `null` for what the specification leaves open. */
type Call = [name: string, sent: string[], comes: string[] | null]

const USER = ['id', 'username', 'displayName', 'bio', 'profileImageUrl', 'isCreator', 'followersCount']
const SIGNAL = ['id', 'userId', 'content', 'signalType', 'tickers', 'intent', 'isPremium', 'author']
const SUBSCRIPTION = ['id', 'status', 'priceInCents', 'subscriber', 'creator']

const CALLS: Call[] = [
  ['GET /api/user', [], USER],
  ['POST /api/login', ['username', 'password'], USER],
  ['POST /api/register', ['email', 'password', 'username', 'displayName'], USER],
  ['POST /api/logout', [], null],
  ['POST /api/waitlist', ['email'], null],
  ['GET /api/users', [], null],
  ['GET /api/users/:username', [], USER],
  ['GET /api/users/id/:id', [], USER],
  ['PUT /api/profile', ['displayName', 'bio', 'profileImageUrl'], USER],
  ['POST /api/objects/upload', [], ['uploadURL']],
  ['PUT /api/profile-images', ['profileImageURL'], ['objectPath']],
  ['GET /api/follows/status/:id', [], ['isFollowing']],
  ['POST /api/follows', ['followingId'], null],
  ['DELETE /api/follows/:id', [], null],
  ['GET /api/signals/feed', [], SIGNAL],
  ['GET /api/signals/user/:id', [], SIGNAL],
  ['POST /api/signals', ['content', 'signalType', 'tickers'], null],
  ['GET /api/portfolio', [], ['holdings', 'performance', 'connected']],
  ['GET /api/subscriptions/status/:id', [], ['isSubscribed']],
  ['POST /api/subscriptions/create', ['creatorId'], ['clientSecret']],
  ['POST /api/stripe/user-subscription', ['creatorId'], ['clientSecret', 'creatorName']],
  ['POST /api/subscribe/creator', ['creatorId'], ['clientSecret']],
  ['POST /api/stripe/creator-subscription', [], ['clientSecret']],
  ['GET /api/creator-status', [], ['isCreator']],
  ['GET /api/stripe/connect/account-status', [], ['connected', 'accountId']],
  ['POST /api/stripe/connect/create-account', [], null],
  ['POST /api/stripe/connect/create-account-link', [], ['url']],
  ['POST /api/creator/setup-pricing', ['priceInCents'], null],
  ['PUT /api/creator/subscription-price', ['priceInCents'], null],
  ['GET /api/subscriptions/creator/:id', [], SUBSCRIPTION],
  ['GET /api/subscriptions/subscriber/:id', [], SUBSCRIPTION],
  ['DELETE /api/subscriptions/:id', [], null],
  ['DELETE /api/creator-subscription/cancel', [], null],
]

type Shape = { type?: string; properties?: object; items?: Shape; anyOf?: Shape[]; required?: string[] }

/** The object that an answer is, or that each entry of its list is; null beside it does not count. */
function objectIn(shape: Shape): Shape {
  if (shape.items) return objectIn(shape.items)
  const object = shape.anyOf?.find(({ type }) => type === 'object')
  return object ?? shape
}
const shapeOf = (schema: z.ZodType | undefined, io: 'input' | 'output'): Shape =>
  schema ? objectIn(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape) : {}

describe.each(CALLS)('%s', (name, sent, comes) => {
  const [endpoint, ...others] = endpoints.filter(({ method, path }) => `${method} ${path}` === name)

  test('is in the contract', () => {
    expect(endpoint).toBeDefined()
    expect(others).toEqual([])
  })

  test('takes what the specification sends, and needs nothing else', () => {
    const { properties = {}, required = [] } = shapeOf(endpoint?.body, 'input')
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(sent))
    expect(required.filter((field) => !sent.includes(field))).toEqual([])
  })

  test('answers with what the specification names', () => {
    const { properties = {} } = shapeOf(endpoint?.reply, 'input')
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(comes ?? []))
  })
})

test('the specification has 33 calls', () => {
  expect(CALLS).toHaveLength(33)
})
