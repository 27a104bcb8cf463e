// Lets the ten minutes pass in which a confirmed identity counts.
import pg from 'pg'
import { runningEmbeddedPostgres } from '#server/db/embedded.ts'
import type { Product } from './start-product.ts'

/** As if everybody had signed in long ago. */
export async function forgetReauthentications({ dataDir }: Product): Promise<void> {
  const client = new pg.Client({ connectionString: (await runningEmbeddedPostgres(dataDir))?.url ?? '' })
  await client.connect()
  await client.query('update sessions set reauthenticated_at = null')
  await client.end()
}
