// What a linked broker's record says about a share that its owner posts about: held before, bought after, or nothing.
import { Decimal } from 'decimal.js'
import { describe, expect, test } from 'vitest'
import type { Activity } from '#engine/portfolio/activity.ts'
import { holdingFact, type LinkedRecord } from '#engine/portfolio/holdings/rules.ts'

const POST = { postedOn: '2026-03-10', until: '2026-06-10' }

function row(type: Activity['type'], day: string, shares: number, more: Partial<Activity> = {}): Activity {
  const [quantity, price] = [new Decimal(shares), new Decimal(10)]
  const names = { symbol: 'ACME', companyName: null, currency: 'USD', line: null }
  const id = `${type} ${day} ${shares}`
  return {
    id,
    type,
    day,
    quantity,
    price,
    cash: quantity.times(-10),
    fee: new Decimal(0),
    ratio: null,
    ...names,
    ...more,
  }
}
const account = (activities: Activity[], more: Partial<LinkedRecord> = {}): LinkedRecord => ({
  isSample: false,
  since: '2026-01-05',
  readOn: '2026-03-11',
  activities,
  ...more,
})
const BOUGHT = row('buy', '2026-02-02', 10)

describe('before the post', () => {
  test.each<[string, Activity[], string]>([
    ['bought before', [BOUGHT], 'held_before'],
    [
      'bought before and sold on the day of the post',
      [BOUGHT, row('sell', '2026-03-10', -10)],
      'held_before',
    ],
    ['sold the day before', [BOUGHT, row('sell', '2026-03-09', -10)], 'none'],
    [
      'shares that came in before',
      [row('transfer', '2026-01-05', 10, { cash: new Decimal(0) })],
      'held_before',
    ],
    [
      'sold more than was bought, after a split by its ratio',
      [
        BOUGHT,
        row('split', '2026-02-20', 0, { ratio: new Decimal(2), price: null }),
        row('sell', '2026-03-02', -15),
      ],
      'held_before',
    ],
    ['nothing', [], 'none'],
    ['bought the day after', [row('buy', '2026-03-11', 1)], 'bought_after'],
    ['bought on the last day', [row('buy', '2026-06-10', 1)], 'bought_after'],
    ['bought a day too late', [row('buy', '2026-06-11', 1)], 'none'],
    ['bought on the day', [row('buy', '2026-03-10', 1), row('buy', '2026-03-12', 1)], 'bought_same_day'],
  ])('%s', (_what, activities, fact) => {
    expect(holdingFact([account(activities)], POST)).toBe(fact)
  })
})

describe('nothing is reported', () => {
  test.each<[string, LinkedRecord[]]>([
    ['without an account', []],
    ['before the broker was read on a later day', [account([BOUGHT], { readOn: '2026-03-10' })]],
    ['of an account that was never read', [account([BOUGHT], { readOn: null })]],
    ['about a post older than the record', [account([], { since: '2026-03-10' })]],
    ['of a short position', [account([row('sell', '2026-02-02', -10, { isShort: true })])]],
    ['of a short sale after the post', [account([row('sell', '2026-03-12', -10, { isShort: true })])]],
    ['of shares that arrive without a purchase', [account([row('transfer', '2026-03-12', 10)])]],
    ['of a listing in another currency', [account([{ ...BOUGHT, currency: 'CAD' }])]],
    ['if one of two accounts has no known start', [account([]), account([], { since: null })]],
  ])('%s', (_what, records) => {
    expect(holdingFact(records, POST)).toBeNull()
  })
})

test('one account that held it is enough, whatever the others leave open', () => {
  expect(holdingFact([account([BOUGHT]), account([], { since: null })], POST)).toBe('held_before')
})

test('no position in one account and a purchase in another is a purchase', () => {
  expect(holdingFact([account([]), account([row('buy', '2026-03-20', 5)])], POST)).toBe('bought_after')
})
