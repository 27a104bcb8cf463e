// Targets and stops: reached at a close of the position, in the shares of the day of the post.
import { Decimal } from 'decimal.js'
import { describe, expect, test } from 'vitest'
import { levelsOf } from '#engine/scoring/levels.ts'
import { scores } from '#shared/contracts/scores.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { daysAgo, outcomesOf, scored, server } from './scored-server.ts'

/** Closes from Monday, March 2, 2026 on; "4:" begins a close after a split into four. */
const closes = (...all: string[]) =>
  all.map((text, place) => {
    const [close = '', ratio = '1'] = text.split(':').toReversed()
    return { day: `2026-03-0${place + 2}`, close: new Decimal(close), ratio: new Decimal(ratio) }
  })
const MONDAY = new Date('2026-03-02T15:00:00Z')
const levels = (
  details: Record<string, string>,
  inputs: ReturnType<typeof closes>,
  { side = 1, postedAt = MONDAY }: { side?: 1 | -1; postedAt?: Date } = {},
) => levelsOf({ details, side, postedAt, inputs })

describe('levels', () => {
  test('a target of a buy is reached at the first close at it or above, a stop at or below', () => {
    const found = levels({ target: '110', stop: '95' }, closes('100', '109.99', '110', '120', '94'))
    expect(found).toEqual([
      { kind: 'target', price: '110', adjusted: '110', reachedOn: '2026-03-04' },
      { kind: 'stop', price: '95', adjusted: '95', reachedOn: '2026-03-06' },
    ])
  })

  test('a target of a sell is reached at or below it, a stop at or above', () => {
    const found = levels({ target: '90', stop: '105' }, closes('100', '104.9', '90'), { side: -1 })
    expect(found.map(({ reachedOn }) => reachedOn)).toEqual(['2026-03-04', null])
  })

  test('the close of the entry counts', () => {
    expect(levels({ target: '110' }, closes('111'))[0]?.reachedOn).toBe('2026-03-02')
  })

  test('a split after the post divides the target', () => {
    const found = levels({ target: '440' }, closes('400', '4:105', '109.99', '110'))
    expect(found).toEqual([{ kind: 'target', price: '440', adjusted: '110', reachedOn: '2026-03-05' }])
  })

  test('a split on the day of the post doesn’t divide the target, because the author knew the new price', () => {
    expect(levels({ target: '110' }, closes('4:100', '109', '110'))[0]).toMatchObject({
      adjusted: '110',
      reachedOn: '2026-03-04',
    })
  })

  test('a split on the day after the post divides the levels, even if the post came after the close in New York', () => {
    const postedAt = new Date('2026-03-02T23:00:00Z')
    const found = levels({ stop: '360' }, closes('400', '4:95', '90').slice(1), { postedAt })
    expect(found).toEqual([{ kind: 'stop', price: '360', adjusted: '90', reachedOn: '2026-03-04' }])
  })

  test('a signal without a target and a stop has no levels', () => {
    expect(levels({ confidence: '60' }, closes('100'))).toEqual([])
  })
})

test('a signal’s page says when its target was reached, to those who may read it', async () => {
  const one = await server()
  const signals = (['Low', 'High', 'Premium', 'Several'] as const).map((content) => ({
    content,
    tickers: content === 'Several' ? ['NVDA', 'AMD'] : [content === 'Premium' ? 'AMD' : 'NVDA'],
    signalType: content === 'High' ? ('sell' as const) : ('buy' as const),
    isPremium: content === 'Premium',
    details:
      content === 'Several'
        ? { promotion: 'paid' as const }
        : { target: content === 'High' ? '0.01' : '0.02', promotion: 'paid' as const },
    ...daysAgo(9),
  }))
  const [low, high, premium, several] = signals.map((signal) => [signal])
  await buildPeople(one.deps, {
    ada: creator({ signals: low ?? [] }),
    ben: creator({ signals: high ?? [] }),
    cleo: creator({ signals: premium ?? [] }),
    dora: creator({ signals: several ?? [] }),
    pays: member({ subscribesTo: ['cleo'] }),
  })
  const ids = await scored(one)
  const scoreOf = async (content: string, browser = one.visitor()) =>
    await browser.call(scores.signal, { params: { id: ids[content] ?? '' } })
  // A buy with a target of two cents reached it at its entry; a short with a target of one cent never does.
  const { levels: reached, parts } = await scoreOf('Low')
  expect(reached).toEqual([
    { kind: 'target', price: '0.02', adjusted: '0.02', reachedOn: parts[0]?.entryDay },
  ])
  expect((await scoreOf('High')).levels).toMatchObject([{ reachedOn: null }])
  expect(await scoreOf('Several')).not.toHaveProperty('levels')
  expect(await scoreOf('Premium')).not.toHaveProperty('levels')
  expect((await scoreOf('Premium', await one.signIn('pays'))).levels).toHaveLength(1)
  // Paid promotion is named wherever results are listed, but not for those who may not read the signal.
  const [promoted, locked] = await outcomesOf(one.visitor(), [ids.Low, ids.Premium])
  expect(promoted).toMatchObject({ isPaidPromotion: true })
  expect(locked).not.toHaveProperty('isPaidPromotion')
})
