// The doubts about a return: which facts cause one, in which words and order, and their short form.
import { expect, test } from 'vitest'
import { doubtsInOneLine, doubtsOf, type RecordFacts } from '#shared/rules/doubts.ts'

const texts = (facts: RecordFacts) => doubtsOf(facts).map(({ text }) => text)

const CHECKED = {
  trades: { checked: 1214, outside: 0, areNearBest: false },
  dividends: { checked: 12, unmatched: 0 },
}
const COMPLETE = {
  rowsLeftOut: 0,
  openingAdded: false,
  openingCash: null,
  isMargin: false,
  reconciledTo: null,
}
const PLAIN: RecordFacts = {
  performance: '+18.4%',
  moneyWeighted: '+16.0%',
  areFlowsAssumed: false,
  unpriced: null,
  options: { atIntrinsic: null, ended: 0 },
  completeness: { ...COMPLETE, reconciledTo: '2026-06-30' },
  checks: CHECKED,
  lastBreak: null,
}

test.each<[string, RecordFacts, string[]]>([
  ['a complete record', {}, []],
  ['a record that is not checked', { checks: null }, []],
  [
    'three of many trades outside, one dividend invented',
    {
      checks: { trades: { ...CHECKED.trades, outside: 3 }, dividends: { checked: 12, unmatched: 1 } },
    },
    [
      "3 of 1,214 trades are outside the market's range that day",
      "1 of 12 dividends doesn't match the company's",
    ],
  ],
  [
    'the only trade outside, both dividends invented',
    {
      checks: {
        trades: { checked: 1, outside: 1, areNearBest: false },
        dividends: { checked: 2, unmatched: 2 },
      },
    },
    ["1 of 1 trade is outside the market's range that day", "2 of 2 dividends don't match the company's"],
  ],
  [
    'trades at the best prices',
    { checks: { ...CHECKED, trades: { ...CHECKED.trades, areNearBest: true } } },
    ["Trades sit unusually close to each day's best price"],
  ],
  ['returns that disagree', { moneyWeighted: '-1.2%' }, ['-1.2% on the money itself (money-weighted)']],
  ['a file without deposits', { areFlowsAssumed: true }, ['Deposits assumed']],
  [
    'a file that begins too late',
    { completeness: { ...COMPLETE, openingAdded: true } },
    ['Opening positions added by the owner'],
  ],
  [
    'purchases that cost more than the file brings in',
    { completeness: { ...COMPLETE, openingCash: 'assumed' } },
    ['Opening cash assumed'],
  ],
  [
    'cash that the owner entered',
    { completeness: { ...COMPLETE, openingCash: 'added' } },
    ['Opening cash added by the owner'],
  ],
  [
    'a margin account',
    { completeness: { ...COMPLETE, isMargin: true } },
    ['Uses margin, according to the owner'],
  ],
  ['rows left out', { completeness: { ...COMPLETE, rowsLeftOut: 3 } }, ['Incomplete: 3 rows left out']],
  [
    'a holding without a price',
    { unpriced: { holdings: 1, weight: '12.5%', since: '2026-11-03' } },
    ['12.5% of the account has no price since Nov 3, 2026'],
  ],
  [
    'options without prices',
    { options: { atIntrinsic: { holdings: 2, weight: '3.0%' }, ended: 0 } },
    ['3.0% of the account is options at their intrinsic value'],
  ],
  [
    'an option that the file doesn’t end',
    { options: { atIntrinsic: null, ended: 1 } },
    ['Outcome of 1 option assumed'],
  ],
  [
    'a record that began again',
    { lastBreak: { kind: 'restarted', day: '2026-11-22' } },
    ['Record restarted Nov 22, 2026'],
  ],
  [
    'deleted accounts',
    { lastBreak: { kind: 'deleted', day: '2026-11-20' } },
    ['Accounts deleted Nov 20, 2026'],
  ],
])('%s', (_name, facts, expected) => {
  expect(texts({ ...PLAIN, ...facts })).toEqual(expected)
})

test('facts that an older version didn’t store cause no doubts', () => {
  expect(texts({})).toEqual([])
})

test('what may be invented comes before what is assumed, and that before what is missing', () => {
  const kinds = doubtsOf({
    performance: '+900.0%',
    moneyWeighted: '+1.0%',
    areFlowsAssumed: true,
    unpriced: { holdings: 2, weight: '3.0%', since: '2026-11-03' },
    options: { atIntrinsic: { holdings: 1, weight: '1.0%' }, ended: 2 },
    completeness: { ...COMPLETE, rowsLeftOut: 1, openingAdded: true },
    checks: {
      trades: { checked: 40, outside: 2, areNearBest: true },
      dividends: { checked: 1, unmatched: 1 },
    },
    lastBreak: { kind: 'restarted', day: '2026-11-22' },
  }).map(({ kind }) => kind)
  expect(kinds).toEqual([
    'prices',
    'best_prices',
    'dividends',
    'returns',
    'flows',
    'openings',
    'left_out',
    'unpriced',
    'options_ended',
    'options_priced',
    'break',
  ])
})

test.each<[string[], string]>([
  [[], ''],
  [['Deposits assumed'], 'Deposits assumed'],
  [['Deposits assumed', 'Incomplete: 3 rows left out'], 'Deposits assumed, and 1 more'],
  [
    ['Deposits assumed', 'Incomplete: 3 rows left out', '-1.2% on the money itself (money-weighted)'],
    'Deposits assumed, and 2 more',
  ],
])('%j in one line', (doubts, line) => {
  expect(doubtsInOneLine(doubts)).toBe(line)
})
