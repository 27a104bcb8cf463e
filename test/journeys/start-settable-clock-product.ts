// Starts a product whose clock a journey moves, and prints its address:
// `node test/journeys/start-settable-clock-product.ts leaving`, with an author who is going to leave, or `night`, with a
// creator and a person who follows her. Each line on its input is a number of days that pass.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { scratchRoot } from '#test/scratch.ts'
import { startServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'

const DAY_MS = 86_400_000

const dataDir = await mkdtemp(join(await scratchRoot(), 'signalpost-journeys-'))
const postgres = await startEmbeddedPostgres(dataDir, { settings: { fsync: 'off' } })
const clock = settableClock()
await migrate(postgres, clock)
const isNight = process.argv[2] === 'night'
const server = await startServer({
  database: { ...postgres, drop: async () => {} },
  clock,
  scoring: !isNight,
})
const loser = { tickers: ['AMD'], timeHorizon: 'months' as const }
if (isNight) await buildPeople(server.deps, { maya: creator(), rosa: member({ follows: ['maya'] }) })
else
  await buildPeople(server.deps, {
    // Lea is no longer a creator. Other tests cover what her subscribers get back.
    lea: member({
      signals: [
        ...['NVDA', 'AAPL', 'MSFT', 'ASML', 'TSLA', 'KLAC'].map((ticker, place) => ({
          content: `Lea’s words about ${ticker}`,
          tickers: [ticker],
          timeHorizon: 'weeks' as const,
          hoursAgo: 24 * (80 - place),
        })),
        { content: 'Lea’s words for subscribers', isPremium: true, hoursAgo: 24 * 20, ...loser },
      ],
    }),
    nora: member({ follows: ['lea'] }),
  })
console.log(`Signalpost is ready at ${server.origin}`)

for await (const days of createInterface({ input: process.stdin })) {
  clock.pass(Number(days) * DAY_MS)
  // The server does this once an hour.
  await server.deps.pool.query("select graphile_worker.add_job('sweep', '{}')")
}
await server.stop()
await postgres.stop()
await rm(dataDir, { recursive: true, force: true })
