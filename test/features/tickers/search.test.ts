// Searching tickers: which text finds what, in which order, and where the names come from.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPeople, member } from '#tools/demo/build-people.ts'
import { people as demoPeople } from '#tools/demo/people.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let rosa: Browser
beforeAll(async () => {
  server = await startServer()
  await buildPeople(server.deps, { rosa: member() })
  rosa = await server.signIn('rosa')
})
afterAll(() => server.stop())

const ask = (query: string, more = '') =>
  rosa.send('GET', `/api/tickers?query=${encodeURIComponent(query)}${more}`)
const found = async (query: string) =>
  ((await ask(query)).body as { ticker: string }[]).map(({ ticker }) => ticker)

test('a ticker comes with the name that people use', async () => {
  expect((await ask('gold futures')).body).toEqual([{ ticker: 'GC=F', name: 'Gold futures' }])
  expect((await ask('$nvda')).body).toEqual([{ ticker: 'NVDA', name: 'NVIDIA' }])
})

describe('The best match comes first', () => {
  test.each([
    ['T', 'the symbol itself', ['T', 'TD', 'TM', 'TER']],
    ['meta', 'the symbol before names', ['META']],
    ['gold', 'a name’s first word, then its start, then any word', ['GC=F', 'GS', 'GLD']],
    ['apple', 'the company, not its symbol', ['AAPL']],
    ['brk-b', 'another way to write a symbol', ['BRK.B']],
    ['gspc', 'an index without its caret', ['^GSPC']],
    ['s&p 500 futures', 'words in any place', ['ES=F']],
    ['500 vanguard', 'words in any order', ['VOO']],
    ['nestle', 'a name without its accent', ['NESN.SW']],
    ['LOWES', 'a name without its apostrophe', ['LOW']],
    ['vidia', 'a part of a name', ['NVDA']],
  ])('"%s" finds %s', async (query, _what, first) => {
    expect((await found(query)).slice(0, first.length)).toEqual(first)
  })
})

test.each([
  '',
  '   ',
  '$',
  '...',
  '(',
  'ذهب',
  '金',
  'ы',
  '👩🏽‍🚀',
  '%',
  '_',
  '\\',
  "'; drop table users",
  'a'.repeat(1000),
])('"%s" finds nothing and breaks nothing', async (query) => {
  expect(await ask(query)).toMatchObject({ status: 200, body: [] })
})

test('text over 1,000 letters is refused, and so is text that PostgreSQL can’t store', async () => {
  expect((await ask('a'.repeat(1001))).status).toBe(400)
  expect((await rosa.send('GET', '/api/tickers?query=a%00')).status).toBe(400)
  expect((await rosa.send('GET', '/api/tickers')).status).toBe(400)
})

test('no more tickers are sent than asked for', async () => {
  expect((await ask('vanguard', '&limit=3')).body).toHaveLength(3)
})

test('every ticker of the demo has a name, and the table has no symbol twice', () => {
  const file = new URL('../../../server/adapters/market/common-instruments.csv', import.meta.url)
  const rows = readFileSync(file, 'utf8').trim().split('\n').slice(1)
  const named = rows.map((row) => row.slice(0, row.indexOf(',')))
  expect(new Set(named).size).toBe(named.length)
  const used = Object.values(demoPeople).flatMap(({ signals = [] }) =>
    signals.flatMap((signal) => (typeof signal === 'string' ? [] : (signal.tickers ?? []))),
  )
  expect(used.length).toBeGreaterThan(100)
  expect([...new Set(used)].filter((ticker) => !named.includes(ticker))).toEqual([])
})
