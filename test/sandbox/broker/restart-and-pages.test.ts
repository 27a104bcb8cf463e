// The sandbox keeps its state across restarts, imports nothing of the product, and its pages are safe.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { BROKERS } from '#tools/sandbox/broker/samples/brokers.ts'
import { isTradingDay } from '#tools/sandbox/broker/samples/trading-days.ts'
import { priceOn } from '#tools/sandbox/broker/samples/prices.ts'
import { knownSymbols, securityOf } from '#tools/sandbox/broker/samples/securities.ts'
import { sourceFiles } from '#test/source.ts'
import { activitiesOf, connected, newFile, openBroker, portalOf, register, submit } from './broker-fixture.ts'

test('the sandbox keeps its state across a restart', async () => {
  const file = newFile()
  const first = await openBroker({ file })
  const { person, connectionId, accounts, accountId } = await connected(first.sdk, 'ann')
  first.broker.tradeToday(accountId, 'KO', 0.5)
  const book = first.broker.bookOf(accountId)
  const activities = await activitiesOf(first.sdk, person, accountId)
  await first.broker.close()

  const { broker, sdk } = await openBroker({ file })
  const { data } = await sdk.accountInformation.listUserAccounts(person)
  expect(data.map(({ id, number }) => [id, number])).toEqual(accounts.map(({ id, number }) => [id, number]))
  expect(await activitiesOf(sdk, person, accountId)).toEqual(activities)
  expect(broker.bookOf(accountId)).toEqual(book)
  broker.breakConnection(connectionId)
  expect((await sdk.connections.listBrokerageAuthorizations(person)).data[0]?.disabled).toBe(true)
})

describe('The code', () => {
  const files = sourceFiles().filter(({ path }) => path.startsWith('tools/sandbox/broker/'))

  test('imports only itself, the frame of all sandbox pages, Node and three packages', () => {
    expect(files.length).toBeGreaterThan(20)
    const known = (to: string) =>
      to.startsWith('node:') ||
      to.startsWith('tools/sandbox/broker/') ||
      ['tools/sandbox/page-frame.ts', 'zod', 'decimal.js'].includes(to)
    const foreign = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ to, isType }) => !known(to) && !(isType && to === 'snaptrade-typescript-sdk'))
        .map(({ to }) => `${path} imports ${to}`),
    )
    expect(foreign).toEqual([])
  })

  test('reads time and randomness only in its clock', () => {
    const pattern =
      /\bDate\.now\(|new Date\(\)|performance\.now\(|Math\.random|randomUUID|randomBytes|randomInt/
    expect(files.filter(({ code }) => pattern.test(code)).map(({ path }) => path)).toEqual([
      'tools/sandbox/broker/clock.ts',
    ])
  })
})

describe('A page of the portal', () => {
  const sources = (policy: string, name: string) =>
    policy
      .split('; ')
      .find((rule) => rule.startsWith(name))
      ?.split(' ')
      .slice(1)

  test('has no script, and its policy allows only its own style and the return URL', async () => {
    const { sdk } = await openBroker()
    const page = await fetch(await portalOf(sdk, await register(sdk, 'bo')))
    const html = await page.text()
    const policy = page.headers.get('content-security-policy') ?? ''
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(html) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(sources(policy, 'default-src')).toEqual(["'none'"])
    expect(sources(policy, 'style-src')).toEqual([`'sha256-${hash}'`])
    expect(sources(policy, 'form-action')).toEqual(["'self'", 'http://app.test'])
    expect(html).not.toMatch(/<script|style="| on\w+="|https?:/)
    expect(style).toContain('color-scheme:light dark')
  })

  test('lists each choice with its description, and asks again without a choice', async () => {
    const { sdk } = await openBroker()
    const page = await portalOf(sdk, await register(sdk, 'cy'))
    const html = await (await fetch(page)).text()
    expect(html).toContain('<html lang="en">')
    expect(html.match(/<h1>/g)).toHaveLength(1)
    expect(html).toContain('<legend>Which one?</legend>')
    for (const { name, label } of BROKERS) expect(html).toContain(`<b>${name}</b><span>${label}</span>`)
    const again = await submit(page, { do: 'connect' })
    expect(again.status).toBe(400)
    expect(await again.text()).toContain('role="alert">Choose a broker first.')
    expect((await submit(page, { do: 'connect', broker: 'SAMPLE' })).status).toBe(303)
  })

  test('shows the outcome and a link back without immediateRedirect', async () => {
    const { sdk } = await openBroker()
    const di = await register(sdk, 'di')
    const { data } = await sdk.authentication.loginSnapTradeUser({
      ...di,
      customRedirect: 'http://app.test/a?b=1&c',
    })
    const page = 'redirectURI' in data ? (data.redirectURI ?? '') : ''
    const html = await (await submit(page, { do: 'connect', broker: 'SAMPLE-EMPTY' })).text()
    expect(html).toContain('<h1>Sample Empty is connected</h1>')
    expect(html).toMatch(
      /href="http:\/\/app\.test\/a\?b=1&amp;c=&amp;status=SUCCESS&amp;connection_id=[\w-]{36}"/,
    )
  })

  test('without a session is not found', async () => {
    const { broker } = await openBroker()
    const root = broker.apiUrl.replace('/api/v1', '')
    expect((await fetch(`${root}/pages/connect?sessionId=x`)).status).toBe(404)
    expect((await fetch(`${root}/pages/other`)).status).toBe(404)
  })
})

describe('Sample prices', () => {
  test.each(knownSymbols())('of %s move in small steps except at a split', (symbol) => {
    const security = securityOf(symbol)
    let before = 0
    let largest = 0
    for (let at = Date.parse('2023-02-01'); at < Date.parse('2028-12-31'); at += 86_400_000) {
      const day = new Date(at).toISOString().slice(0, 10)
      const price = priceOn(security, day).toNumber()
      const ratio = security.splits.find((split) => split.day === day)?.ratio ?? 1
      if (before > 0) largest = Math.max(largest, Math.abs((price * ratio) / before - 1))
      before = price
    }
    expect(largest).toBeGreaterThan(0)
    expect(largest).toBeLessThan(0.06)
  })

  test('of NVIDIA drop to a tenth at its split', () => {
    const nvidia = securityOf('NVDA')
    expect(priceOn(nvidia, '2024-06-07').toNumber()).toBeGreaterThan(900)
    expect(priceOn(nvidia, '2024-06-10').toNumber()).toBeLessThan(140)
  })
})

test.each([
  ['2026-11-26', 'Thanksgiving'],
  ['2026-04-03', 'Good Friday'],
  ['2025-05-26', 'Memorial Day'],
  ['2027-07-05', 'Independence Day, observed'],
  ['2026-11-21', 'a Saturday'],
])('%s (%s) is not a trading day', (day) => {
  expect(isTradingDay(day)).toBe(false)
})
