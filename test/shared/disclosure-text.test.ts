// The sentences that follow from what authors answered about their holding and a payment.
import { expect, test } from 'vitest'
import { disclosureSummary } from '#shared/rules/disclosure-summary.ts'
import { disclosureText } from '#shared/rules/disclosure-text.ts'

const post = (details: object | undefined, rest: object = {}) =>
  ({ signalType: 'sell', tickers: ['INTC'], repliesFrom: 'everyone', details, ...rest }) as never

test.each([
  ['no and no', post({ holds: 'no' }), 'Maya held no $INTC and wasn’t paid to post this'],
  ['yes and no', post({ holds: 'yes' }), 'Maya held $INTC and wasn’t paid to post this'],
  [
    'rather not, and no',
    post({ holds: 'unsaid' }),
    'Maya prefers not to say whether they held $INTC, and wasn’t paid to post this',
  ],
  [
    'yes and paid',
    post({ holds: 'yes', promotion: 'paid', paidBy: 'Acme' }),
    'Maya held $INTC and was paid by Acme to post this',
  ],
  ['paid, before the other question', post({ promotion: 'paid' }), 'Maya was paid to post this'],
  // The text never says that an author wasn't paid if the author wasn't asked.
  ['from before the questions', post({ holds: 'no' }, { repliesFrom: null }), 'Maya held no $INTC'],
  [
    'several tickers',
    post({ holds: 'no' }, { tickers: ['A', 'B'] }),
    'Maya held none of these and wasn’t paid to post this',
  ],
  ['no ticker', post({ holds: 'no' }, { tickers: [] }), 'Maya didn’t hold this and wasn’t paid to post this'],
  ['nothing answered', post(undefined), undefined],
  ['a comment', post(undefined, { signalType: 'comment' }), undefined],
])('one signal: %s', (_, signal, text) => {
  expect(disclosureText('Maya', signal)).toBe(text)
})

test.each([
  [
    'all the same',
    [post({ holds: 'no' }), post({ holds: 'no' })],
    'At each of these 2 trade signals, Maya held no $INTC and wasn’t paid to post.',
  ],
  ['only one', [post({ holds: 'yes' })], 'At the one trade signal, Maya held $INTC and wasn’t paid to post.'],
  [
    'different ones',
    [post({ holds: 'yes' }), post({ holds: 'no' }), post({ holds: 'unsaid', promotion: 'paid' })],
    'Of 3 trade signals, Maya held $INTC at 1, held none at 1, prefers not to say at 1. Paid to post: 1 of 3.',
  ],
  [
    'some from before the questions',
    [post({ holds: 'yes' }), post(undefined)],
    'Of 2 trade signals, Maya held $INTC at 1. Both questions were asked at 1 of 2.',
  ],
  ['only comments', [post(undefined, { signalType: 'comment' })], undefined],
])('a list: %s', (_, list, text) => {
  expect(disclosureSummary('Maya', 'INTC', list)).toBe(text)
})
