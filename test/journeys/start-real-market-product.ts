// Starts a product whose market data and broker count as real, with people whose returns have different sources, and prints
// its address: `node test/journeys/start-real-market-product.ts`.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '#server/clock.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { portfolio } from '#shared/contracts/portfolio.ts'
import { buyAtClose, DEPOSIT, startRealMarketServer } from '#test/real-market-server.ts'
import { scratchRoot } from '#test/scratch.ts'
import { creator, member, buildPeople } from '#tools/demo/build-people.ts'

const dataDir = await mkdtemp(join(await scratchRoot(), 'signalpost-journeys-'))
const postgres = await startEmbeddedPostgres(dataDir, { settings: { fsync: 'off' } })
await migrate(postgres, systemClock)
const server = await startRealMarketServer({ ...postgres, drop: async () => {} })

const paid = creator({ priceCents: 800 })
const people = await buildPeople(server.deps, {
  selma: { ...paid, signals: ['Bought ACME today.'] },
  lena: paid,
  stan: paid,
  faye: paid,
  // A list of people with returns of every kind.
  dina: { ...paid, follows: ['selma', 'lena', 'faye'] },
  mia: paid,
  vera: member(),
})
const FILE = [DEPOSIT, buyAtClose('ACME', '2025-01-07', 100)]
await server.importRows(await server.signIn('selma'), FILE)
await server.link(await server.signIn('lena'))

const stan = await server.signIn('stan')
await server.link(stan)
const { externalId } = await server.deps.db
  .selectFrom('brokerCustomers')
  .select('externalId')
  .where('userId', '=', people.stan.id)
  .executeTakeFirstOrThrow()
server.linked.expire(externalId)
await stan.call(portfolio.discoverConnections)

// A linked account and a file: the source is the weaker one.
const mia = await server.signIn('mia')
await server.link(mia)
await server.importRows(mia, FILE)

// A tiny deposit with an invented price and an invented dividend, deleted and imported again.
const faye = await server.signIn('faye')
await server.importRows(faye, FILE)
await faye.call(portfolio.deleteAll)
await server.importRows(faye, [
  '2025-01-06,deposit,,,,60,,USD',
  buyAtClose('DIVI', '2025-01-07', 1),
  '2025-04-01,sell,DIVI,1,520,520,,USD',
  '2025-04-02,deposit,,,,100000,,USD',
  buyAtClose('ACME', '2025-04-03', 100),
  '2025-06-02,dividend,DIVI,,,40,,USD',
])

const dina = await server.signIn('dina')
await server.importRows(dina, FILE)
await dina.call(portfolio.deleteAll)
await server.jobsDone()
console.log(`Signalpost is ready at ${server.origin}`)

process.on('SIGTERM', () => {
  void (async () => {
    await server.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
    process.exit(0)
  })()
})
