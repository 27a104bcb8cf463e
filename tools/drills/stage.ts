// The environment of a drill: a separate database, Stripe sandbox and people, which are removed afterwards.
import { tmpdir } from 'node:os'
import pg from 'pg'
import { pino } from 'pino'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'
import { type BreakableDatabase, openBreakableDatabase } from './database.ts'
import { type ExternalStripe, startExternalStripe } from './external-stripe.ts'
import { DEFAULT_DATABASE_TIMEOUTS, endAll, type Product } from './product.ts'
import { within } from './within.ts'
import { confirmAsBrowser, submitForm } from '#tools/sandbox/stripe/browser-actions.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import type { DatabaseUrls } from '#server/db/migrate.ts'
import { openDatabaseForJobs } from '#server/db/open.ts'

export const AUTHORS = 10
export const FANS = 60
/** A connection can break silently while a database fails over, and a query on it would wait forever. */
const TIMEOUTS = { connectionTimeoutMillis: 10_000, query_timeout: 60_000 }
export const VISA = '4242424242424242'

export type SignedIn = Person & { cookie: string }
export type People = {
  /** The people who post. */
  authors: SignedIn[]
  /** They follow the authors and subscribe to `paid`. */
  fans: SignedIn[]
  /** A creator with a price. */
  paid: SignedIn
}

export type Stage = {
  database: BreakableDatabase
  pool: pg.Pool
  stripe: ExternalStripe
  close(): Promise<void>
}

/**
 * `parent`: the folder of the database. It has PostgreSQL's default settings, because acknowledged writes
 * must survive a crash.
 */
export async function openStage(parent = tmpdir()): Promise<Stage> {
  const database = await openBreakableDatabase(parent)
  const connected = await connectStage(database)
  const close = async () => {
    await connected.close()
    await database.remove()
  }
  return { ...connected, database, close }
}

/** Uses an existing, migrated database. */
export async function connectStage({ url, ownerUrl }: DatabaseUrls): Promise<Omit<Stage, 'database'>> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 3, ...TIMEOUTS })
  pool.on('error', () => {})
  const opened = openDatabaseForJobs(url, pino({ level: 'silent' }), {
    max: 2,
    statementsMax: 1,
  })
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32) })
  const numbered = (name: string, count: number, plan: ReturnType<typeof member>) =>
    Array.from({ length: count }, (_, n) => [`${name}_${n}`, plan] as const)
  await buildPeople(
    { ...opened, clock: systemClock, config },
    Object.fromEntries([
      ...numbered('author', AUTHORS, creator()),
      ...numbered('fan', FANS, member()),
      ['nina', member()],
    ]),
  )
  await opened.close()
  const stripe = await startExternalStripe(url)
  return {
    pool,
    stripe: {
      ...stripe,
      // The product's own timeouts, whose effect the drills measure.
      startProduct: (settings) => stripe.startProduct({ ...DEFAULT_DATABASE_TIMEOUTS, ...settings }),
    },
    async close() {
      endAll()
      await within(30, 'The end of the Stripe sandbox', stripe.stop())
      await within(30, 'The end of the connections', pool.end())
    },
  }
}

/** Signs everybody in and sets up the paid creator: plan, payouts and price. */
export async function signInPeople(
  { pool, stripe }: Omit<Stage, 'database'>,
  product: Product,
): Promise<People> {
  const { rows } = await pool.query<Person>('select id, username, email from users order by username')
  const signedIn: SignedIn[] = []
  for (const person of rows) signedIn.push({ ...person, cookie: await product.signIn(person.username) })
  const named = (name: RegExp) => signedIn.filter(({ username }) => name.test(username))
  const [paid] = named(/^nina$/)
  if (!paid) throw new Error('There is no paid creator')
  const call = async <T>(path: string, body: object = {}): Promise<T> => {
    const response = await product.ask(path, paid.cookie, body)
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }
  const { clientSecret } = await call<{ clientSecret: string }>('/api/stripe/creator-subscription')
  await confirmAsBrowser(stripe.url, clientSecret, VISA)
  await call('/api/creator-subscription/check')
  await call('/api/stripe/connect/create-account')
  const { url } = await call<{ url: string }>('/api/stripe/connect/create-account-link')
  await submitForm(url)
  await call('/api/creator/setup-pricing', { priceInCents: 900 })
  return { authors: named(/^author_/), fans: named(/^fan_/), paid }
}
