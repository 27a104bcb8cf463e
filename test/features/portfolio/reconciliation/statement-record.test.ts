// A year of an account whose statement says what it opened and closed with: the return is that of all it held.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { storeStatements } from '#server/features/portfolio/reconciliation/store.ts'
import { workOut } from '#server/features/portfolio/work-out.ts'
import type { Statement } from '#server/outside/broker/port.ts'
import { portfolio } from '#shared/contracts/portfolio.ts'
import { confirmed, previewFor, tableOf } from '#test/features/portfolio/import/a-file.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, town } from '#test/town.ts'
import { balance, held, statement } from './statement-rows.ts'

const AFTER_THE_YEAR = new Date('2026-01-01T12:00:00Z')
let server: TestServer
let people: Record<'ada' | 'bea' | 'omar', Person>
let ada: Browser
let bea: Browser
let omar: Browser
beforeAll(async () => {
  server = await startServer({ clock: { ...systemClock, now: () => AFTER_THE_YEAR } })
  people = await town(server.deps, { ada: creator(), bea: creator(), omar: member() })
  ada = await server.signIn('ada')
  bea = await server.signIn('bea')
  omar = await server.signIn('omar')
})
afterAll(() => server.stop())

const YEAR = tableOf('2025-07-01,deposit,,,,30000,,USD', '2025-07-02,buy,ACME,300,150,-45000,,USD')
const OPENING = balance({ positions: [held('ACME', 1000, 150)], cash: 20_000, netAssetValue: 170_000 })
const closing = (netAssetValue: number) =>
  balance({ positions: [held('ACME', 1300, 186_000 / 1300)], cash: 5000, netAssetValue })

async function withStatement(browser: Browser, userId: string, one: Statement) {
  const { account } = await confirmed(server, browser, await previewFor(browser, YEAR))
  await storeStatements(server.deps.db, account.id, [one])
  await workOut(server.deps, userId)
  return await browser.call(portfolio.overview)
}

test('170,000 become 191,000 with 30,000 deposited: 4.5 % were lost', async () => {
  const whole = statement('2025-01-01', '2025-12-31', OPENING, closing(191_000))
  const { picture, holdings, cashWeight, fault, statementDifferences } = await withStatement(
    ada,
    people.ada.id,
    whole,
  )
  expect(fault).toBeNull()
  // The sample price of the day before the deposit is not quite the statement's.
  expect(Number.parseFloat(picture?.performance ?? '')).toBeCloseTo(-4.5, 0)
  expect(picture?.completeness).toEqual({ rowsLeftOut: 0, openingAdded: false, reconciledTo: '2025-12-31' })
  expect(holdings).toMatchObject([{ ticker: 'ACME', weight: '97.4%' }])
  expect(cashWeight).toBe('2.6%')
  expect(statementDifferences).toEqual([])
})

test('a net asset value that the record doesn’t come to is said to the owner, in percent, and to nobody else', async () => {
  const higher = statement('2025-01-01', '2025-12-31', OPENING, closing(200_000))
  const { statementDifferences, accounts } = await withStatement(bea, people.bea.id, higher)
  expect(statementDifferences).toEqual([{ accountId: accounts[0]?.id, day: '2025-12-31', percent: '-4.5%' }])
  const seen = await omar.call(portfolio.ofPerson, { params: { id: people.bea.id } })
  expect(JSON.stringify(seen)).not.toContain('statementDifferences')
})
