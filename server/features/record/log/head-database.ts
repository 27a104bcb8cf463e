// Stores, next to the head of the log, which database has its newest entries, so that a restored database isn't
// continued while the newer one still answers.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LOG_HEAD_DATABASE } from '#server/adapters/storage/port.ts'
import { hasRowAt, placeOf } from '#server/db/other-database.ts'
import type { Deps } from '#server/deps.ts'

const PLACE_MAX_BYTES = 4096

type Needs = Pick<Deps, 'config' | 'storage'>

/**
 * Stores the address of this server's database. An embedded database has none, because no other process can query it.
 */
export async function keepHeadDatabase({ config, storage }: Needs): Promise<void> {
  const place = config.databaseUrl === undefined ? '' : placeOf(config.databaseUrl)
  if ((await readPlace({ config, storage })) === place) return
  if (config.s3) await storage.write(LOG_HEAD_DATABASE, Buffer.from(place), 'text/plain')
  else await writeFile(join(config.dataDir, LOG_HEAD_DATABASE), place, { mode: 0o600 })
}

async function readPlace({ config, storage }: Needs): Promise<string | null> {
  if (config.s3) return (await storage.read(LOG_HEAD_DATABASE, PLACE_MAX_BYTES))?.toString('utf8') ?? null
  const file = join(config.dataDir, LOG_HEAD_DATABASE)
  return await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

/**
 * A sentence saying why the published checkpoint `last` may be in a database that answers; null if there is no sign of
 * that.
 */
export async function faultOfNewerDatabase(deps: Needs, last: string): Promise<string | null> {
  const place = await readPlace(deps)
  const url = deps.config.databaseUrl
  if (!place || url === undefined) return null
  try {
    const statement = 'select from record_checkpoints where note = $1'
    return (await hasRowAt(place, { url, statement, values: [last] }))
      ? `The newer database answers at ${place}, and has everything that was published. Use that one.`
      : null
  } catch (error) {
    return `A database answers at ${place}, where the newer one was, but it can’t be read: ${String(error)}. If it isn’t the newer one, stop it first.`
  }
}
