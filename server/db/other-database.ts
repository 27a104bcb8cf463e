// Queries another database at a stored address, with the user and password of this one.
import pg from 'pg'

const ANSWER_MS = 5000
/** PostgreSQL's `invalid_catalog_name`: the server answers, and has no such database. */
const NO_DATABASE = '3D000'

/** Host, port and name of a database, such as `db.internal:5432/signalpost`, without its user and password. */
export function placeOf(url: string): string {
  const { host, port, database } = new pg.Client({ connectionString: url })
  return `${host}:${port}/${database ?? ''}`
}

/**
 * Whether the statement returns a row in the database at `place`; null if no database answers there. Throws
 * PostgreSQL's error if it answers but the query fails.
 */
export async function hasRowAt(
  place: string,
  { url, statement, values }: { url: string; statement: string; values: unknown[] },
): Promise<boolean | null> {
  const [, host, port, database] = /^(.*):(\d+)\/(.*)$/s.exec(place) ?? []
  if (host === undefined || database === undefined) return null
  const { user, password, ssl } = new pg.Client({ connectionString: url })
  const client = new pg.Client({
    host,
    port: Number(port),
    database,
    ssl,
    ...(user !== undefined && { user }),
    ...(typeof password === 'string' && { password }),
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  })
  // Emitted if the connection is lost while no query is running.
  client.on('error', () => {})
  try {
    await client.connect()
    return ((await client.query(statement, values)).rowCount ?? 0) > 0
  } catch (error) {
    // PostgreSQL's own errors have a code of five characters. An error without one means that nothing answers.
    const { code } = error as { code?: string }
    if (code === undefined || !/^[\dA-Z]{5}$/.test(code) || code === NO_DATABASE) return null
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}
