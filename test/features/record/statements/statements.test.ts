// What a person published about a ticker in 12 months: what is listed for whom, what it says, the file, and the page for visitors.
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { safety } from '#shared/contracts/safety.ts'
import { statements, statementsFile } from '#shared/contracts/statements.ts'
import { signals } from '#shared/contracts/signals.ts'
import { buildPages } from '#test/features/visitors/visitor-people.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'

let server: TestServer
let people: Record<'maya' | 'theo', Person>
let [rosa, payer, maya]: Browser[] = []
const clock = settableClock()

beforeAll(async () => {
  buildPages()
  server = await startServer({ sequencer: false, clock })
  people = await buildPeople(server.deps, {
    maya: creator({
      displayName: 'Maya Lindqvist',
      signals: [
        { content: 'Too old', tickers: ['NVDA'], hoursAgo: 24 * 367 },
        {
          content: '=HYPERLINK("x")',
          tickers: ['NVDA', 'AMD'],
          details: { holds: 'no' },
          hoursAgo: 24 * 300,
        },
        { content: 'About another', tickers: ['AMD'], hoursAgo: 24 * 20 },
        {
          content: 'Out',
          signalType: 'sell',
          tickers: ['NVDA'],
          details: { holds: 'unsaid', promotion: 'paid', paidBy: 'Acme, Inc.' },
          hoursAgo: 24 * 2,
        },
        { content: 'Only words', signalType: 'comment', tickers: ['=ES', 'NVDA'], hoursAgo: 5 },
        {
          content: 'For subscribers',
          tickers: ['NVDA'],
          details: { holds: 'yes' },
          isPremium: true,
          hoursAgo: 3,
        },
      ],
    }),
    theo: creator({
      showsRecordToVisitors: false,
      signals: [{ content: 'Theo on it', tickers: ['NVDA'], hoursAgo: 3 }],
    }),
    rosa: member(),
    payer: member({ subscribesTo: ['maya'] }),
  })
  ;[rosa, payer, maya] = [
    await server.signIn('rosa'),
    await server.signIn('payer'),
    await server.signIn('maya'),
  ]
}, 180_000)
afterAll(() => server.stop())

const listFor = async (browser: Browser | undefined, username = 'maya', ticker = 'nvda') => {
  const list = await (browser ?? server.visitor()).call(statements.about, { params: { username, ticker } })
  return { ...list, texts: list.statements.map(({ content, hidden }) => content ?? hidden) }
}

test('everybody gets the free statements of 12 months, newest first, with the author’s answers', async () => {
  const list = await listFor(rosa)
  expect(list).toMatchObject({
    ticker: 'NVDA',
    includesPremium: false,
    isCapped: false,
    author: { username: 'maya' },
    texts: ['Only words', 'Out', '=HYPERLINK("x")'],
  })
  expect(list.statements.map(({ details }) => details)).toEqual([
    undefined,
    { holds: 'unsaid', promotion: 'paid', paidBy: 'Acme, Inc.' },
    { holds: 'no' },
  ])
  expect(list.statements.map(({ outcome }) => outcome?.status)).toEqual([undefined, 'pending', 'pending'])
  expect(await listFor(undefined)).toMatchObject({ texts: list.texts })
})

test('the author and subscribers also get premium statements', async () => {
  for (const browser of [payer, maya])
    expect(await listFor(browser)).toMatchObject({
      includesPremium: true,
      texts: ['For subscribers', 'Only words', 'Out', '=HYPERLINK("x")'],
    })
})

test('a withdrawn statement stays, without its text and its payer', async () => {
  const posted = await maya!.call(signals.post, {
    body: {
      content: 'Regretted',
      signalType: 'buy',
      tickers: '["KO"]',
      details: { holds: 'no', promotion: 'paid', paidBy: 'Them' },
    },
  })
  await maya!.call(signals.withdraw, { params: { id: posted.id } })
  const { statements: list, texts } = await listFor(rosa, 'maya', 'KO')
  expect(texts).toEqual(['withdrawn'])
  expect(list[0]?.details).toEqual({ holds: 'no', promotion: 'paid' })
})

test('the file has a line for each statement, and no text runs as a formula', async () => {
  const response = await payer!.fetch(statementsFile('maya', 'NVDA'))
  expect(response.headers.get('content-disposition')).toMatch(/filename="maya-NVDA-\d{4}-\d\d-\d\d\.csv"/)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const rows = parse(await response.text(), { columns: true }) as Record<string, string>[]
  expect(rows.map(({ text, holds, paid, paid_by }) => [text, holds, paid, paid_by])).toEqual([
    ['For subscribers', 'yes', 'no', ''],
    ['Only words', 'unasked', 'unasked', ''],
    ['Out', 'unsaid', 'yes', 'Acme, Inc.'],
    ['\'=HYPERLINK("x")', 'no', 'no', ''],
  ])
  expect(rows.map(({ tickers }) => tickers)).toEqual(['NVDA', "'=ES NVDA", 'NVDA', 'NVDA AMD'])
  const free = await (await rosa!.fetch(statementsFile('maya', 'NVDA'))).text()
  expect(free).not.toContain('For subscribers')
  expect((await rosa!.fetch(statementsFile('nobody', 'NVDA'))).status).toBe(404)
  expect((await rosa!.fetch('/api/record/people/maya/about/N!/statements.csv')).status).toBe(400)
})

test('a hidden person’s statements get the same answer as those of an unknown person', async () => {
  const theo = () => refusal(rosa!.call(statements.about, { params: { username: 'theo', ticker: 'NVDA' } }))
  expect(await listFor(rosa, 'theo')).toMatchObject({ texts: ['Theo on it'] })
  await rosa!.call(safety.block, { body: { userId: people.theo.id } })
  expect(await theo()).toMatchObject({ code: 'user_not_found' })
  // He shows his record to members only.
  expect(
    await refusal(server.visitor().call(statements.about, { params: { username: 'theo', ticker: 'NVDA' } })),
  ).toMatchObject({ code: 'user_not_found' })
})

test('visitors get a page with what members without premium get', async () => {
  const page = async (path: string) => {
    const response = await server.visitor().fetch(path, { headers: { accept: 'text/html' } })
    return { status: response.status, to: response.headers.get('location'), html: await response.text() }
  }
  const { status, html } = await page('/@maya/NVDA')
  expect(status).toBe(200)
  expect(html).toContain('The last 12 months of $NVDA by Maya</h1>')
  expect(html).toContain(
    'Of 2 trade signals, Maya held none at 1, prefers not to say at 1. Paid to post: 1 of 2.',
  )
  expect(html).toContain('<meta name="robots" content="noindex"')
  for (const text of ['Only words', 'Out', '=HYPERLINK']) expect(html).toContain(text)
  for (const text of ['For subscribers', 'Too old', 'About another']) expect(html).not.toContain(text)
  expect(await page('/@Maya/nvda')).toMatchObject({ status: 301, to: '/@maya/NVDA' })
  // Made-up tickers don't fill the cache, and nothing tells whether a premium signal is about one.
  expect(await page('/@maya/ZZZZ')).toMatchObject({ status: 404 })
  expect(await page('/@theo/NVDA')).toMatchObject({ status: 404 })
  const [first] = (await listFor(undefined)).statements
  expect((await page(`/s/${first?.id}`)).html).toContain('href="/@maya/NVDA"')
})
