// Data that is deleted during a computation stays deleted.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockPortfolio } from '#server/features/portfolio/lock-portfolio.ts'
import { confirmImport } from '#server/features/portfolio/import/confirm-import.ts'
import { deletePortfolio } from '#server/features/portfolio/connections/disconnect.ts'
import { discoverConnections } from '#server/features/portfolio/connections/discover-connections.ts'
import { computePerformance, savePerformance } from '#server/features/portfolio/recompute/recompute.ts'
import type { Preview } from '#shared/contracts/import-preview.ts'
import { IMPORT_PATH, portfolio } from '#shared/contracts/portfolio.ts'
import { connectSample } from '#test/sample-broker.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, type Person, buildPeople } from '#tools/demo/build-people.ts'

const HISTORY = `date,type,symbol,quantity,price,amount,fee,currency
2025-01-06,deposit,,,,10000,,USD
2025-01-07,buy,ACME,20,245.00,-4901,1,USD
`
const NOTHING = { picture: null, holdings: [], accounts: [], fault: null, isWorking: false }

let server: TestServer
let people: Record<'ada' | 'bea' | 'cleo' | 'dora', Person>
beforeAll(async () => {
  server = await startServer()
  people = await buildPeople(server.deps, {
    ada: creator(),
    bea: creator(),
    cleo: creator(),
    dora: creator(),
  })
})
afterAll(() => server.stop())

async function previewFor(browser: Browser): Promise<Preview> {
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await browser.fetch(IMPORT_PATH, { method: 'POST', headers, body: HISTORY })
  return (await response.json()) as Preview
}

/** Computes, runs `meanwhile`, and only then saves. */
async function writtenAfter(userId: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const worked = await computePerformance(server.deps, userId)
  await meanwhile()
  if (worked) await savePerformance(server.deps, userId, worked)
}

test('a portfolio deleted during its recompute doesn’t come back', async () => {
  const ada = await server.signIn('ada')
  await ada.call(portfolio.confirmImport, { params: { id: (await previewFor(ada)).id } })
  await server.jobsDone()
  expect(await ada.call(portfolio.overview)).toMatchObject({ picture: { since: '2025-01-06' } })
  await writtenAfter(people.ada.id, () => ada.call(portfolio.deleteAll))
  expect(await ada.call(portfolio.overview)).toMatchObject(NOTHING)
  await server.jobsDone()
  expect(await ada.call(portfolio.overview)).toMatchObject(NOTHING)
  expect(await ada.call(portfolio.read)).toMatchObject({ performance: '+0.0%', holdings: [] })
})

test('an account added during a recompute is included by the next run', async () => {
  const ada = await server.signIn('ada')
  const { id } = await previewFor(ada)
  // The run that the confirmation enqueued is done, so the late one has to enqueue another.
  await writtenAfter(people.ada.id, async () => {
    await ada.call(portfolio.confirmImport, { params: { id } })
    await server.jobsDone()
    await server.deps.db
      .updateTable('performanceSummaries')
      .set({ performance: '+99.9%' })
      .where('userId', '=', people.ada.id)
      .execute()
  })
  expect((await ada.call(portfolio.read)).performance).toBe('+99.9%')
  await server.jobsDone()
  const { performance, holdings } = await ada.call(portfolio.read)
  expect(performance).not.toBe('+99.9%')
  expect(holdings).toHaveLength(1)
})

test('a change to a portfolio waits while its performance is being saved', async () => {
  const { deps } = server
  const bea = await server.signIn('bea')
  const [first, second] = [await previewFor(bea), await previewFor(bea)]
  const account = await bea.call(portfolio.confirmImport, { params: { id: first.id } })
  for (const change of [
    () => confirmImport(deps, people.bea.id, second.id),
    () => bea.call(portfolio.deleteAccount, { params: { id: account.id } }),
    () => deletePortfolio(deps, people.bea.id),
  ]) {
    let isChanged = false
    const changing = await deps.db.transaction().execute(async (trx) => {
      await lockPortfolio(trx, people.bea.id)
      const begun = change().then(() => (isChanged = true))
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(isChanged).toBe(false)
      return [begun]
    })
    await Promise.all(changing)
  }
  await server.jobsDone()
  expect(await bea.call(portfolio.overview)).toMatchObject(NOTHING)
})

/** Asks the sample broker for a person's connections. `meanwhile` runs before its answer arrives. */
async function lookLate(userId: string, meanwhile: () => Promise<unknown>, isAnotherFound: boolean) {
  const [provider] = server.deps.providers
  if (!provider) throw new Error('There is no sample broker')
  await discoverConnections(server.deps, userId, {
    ...provider,
    connections: async (...asked) => {
      const found = await provider.connections(...asked)
      await meanwhile()
      const another = isAnotherFound ? found.map((one) => ({ ...one, externalId: 'another' })) : []
      return [...found, ...another]
    },
  })
  await server.jobsDone()
}

test('no connection comes back if everything is deleted during a call to the provider', async () => {
  const cleo = await server.signIn('cleo')
  await connectSample(server, cleo)
  await lookLate(people.cleo.id, () => cleo.call(portfolio.deleteAll), true)
  expect(await cleo.call(portfolio.overview)).toMatchObject({ ...NOTHING, connections: [] })
})

test('a connection that is ended during a call to the provider doesn’t come back', async () => {
  const dora = await server.signIn('dora')
  await connectSample(server, dora)
  const [connection] = (await dora.call(portfolio.overview)).connections
  const params = { id: connection?.id ?? '' }
  await lookLate(people.dora.id, () => dora.call(portfolio.disconnect, { params }), false)
  expect(await dora.call(portfolio.overview)).toMatchObject({ ...NOTHING, connections: [] })
})
