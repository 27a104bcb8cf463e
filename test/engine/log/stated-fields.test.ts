// Everything an author states in a signal is in the log's commitments.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type LoggedSignal, signalCore, textValue } from '#engine/log/entry.ts'
import { STATED_FIELDS, type StatedField } from '#shared/contracts/signals.ts'

const SIGNAL: LoggedSignal = {
  id: '11111111-1111-4111-8111-111111111111',
  content: 'Cheap against its peers',
  signalType: 'buy',
  tickers: ['NVDA'],
  intent: null,
  timeHorizon: null,
  onlyCloses: false,
  isPremium: false,
  repliesFrom: null,
  details: null,
  createdAt: new Date('2026-03-02T15:00:00Z'),
}
/** Another value of each field. A new field needs one here. */
const OTHER: Pick<LoggedSignal, StatedField> = {
  content: 'Dear against its peers',
  signalType: 'sell',
  tickers: ['MSFT'],
  intent: 'bullish',
  timeHorizon: 'weeks',
  onlyCloses: true,
  isPremium: true,
  repliesFrom: 'no_one',
  details: { holds: 'yes' },
}
type Entry = { v: number; text: string; trade: unknown }

/** Columns of `signals` that an author doesn't state. */
const NOT_STATED = [
  'id',
  'user_id',
  'created_at',
  'text_salt',
  'trade_salt',
  'withdrawn_at',
  'removed_for',
  'hidden_at',
]

test('every column of signals is a stated field or listed as not stated', () => {
  const schema = readFileSync(join(import.meta.dirname, '../../../server/db/schema.sql'), 'utf8')
  const [, table = ''] = /^create table signals \(\n([^]*?)^\);/m.exec(schema) ?? []
  const columns = [...table.matchAll(/^ {2}(?!constraint)(\w+)/gm)].map(([, name]) => name)
  const stated = STATED_FIELDS.map((field) =>
    field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
  expect(columns.toSorted()).toEqual([...NOT_STATED, ...stated].toSorted())
})

test.each(STATED_FIELDS)('a signal with another %s has another commitment', (field) => {
  const entryOf = (signal: LoggedSignal) => {
    const salts = { text: new Uint8Array(32), trade: new Uint8Array(32) }
    return signalCore('22222222-2222-4222-8222-222222222222', { signal, salts, isSealed: false })
  }
  const { text, trade } = entryOf(SIGNAL) as Entry
  const changed = entryOf({ ...SIGNAL, [field]: OTHER[field] }) as Entry
  expect([changed.text, changed.trade]).not.toEqual([text, trade])
})

test('a field that is null changes no commitment, so that older signals keep theirs when a field is added', () => {
  expect(textValue(SIGNAL)).toEqual({ premium: false, signal: SIGNAL.id, text: SIGNAL.content, v: 1 })
})

const entryWith = (changed: Partial<LoggedSignal>) => {
  const salts = { text: new Uint8Array(32), trade: new Uint8Array(32) }
  const signal = { ...SIGNAL, ...changed }
  return signalCore('22222222-2222-4222-8222-222222222222', { signal, salts, isSealed: false })
}

test.each([
  ['a sell that takes profits', { signalType: 'sell', intent: 'taking_profits' }, 'close'],
  ['a buy that covers', { signalType: 'buy', intent: 'taking_profits' }, 'close'],
  [
    'a sell that only closes, at a loss',
    { signalType: 'sell', intent: 'bearish', onlyCloses: true },
    'close',
  ],
  ['another intent', { signalType: 'sell', intent: 'bearish' }, null],
  ['no intent', { signalType: 'buy', intent: null }, null],
] as const)('the trade of %s says whether it only closes', (_, stated, only) => {
  const { v, trade } = entryWith(stated) as Entry
  expect(v).toBe(2)
  const wanted = { horizon: null, only, side: stated.signalType, tickers: ['NVDA'] }
  expect(JSON.stringify(trade)).toBe(JSON.stringify(wanted))
})
