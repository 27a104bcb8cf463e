// A separate connection for a backup or a restore, without the pools' time limits.
import pg from 'pg'
import { refusedConnection } from '#server/db/migrate.ts'

/**
 * Calls `run` with a connection and closes it, even in the middle of a transfer. Throws `OperatorError` if
 * `url` is wrong.
 */
export async function withConnection<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'signalpost-backup' })
  // The running query reports the error.
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    throw refusedConnection(error, url)
  })
  try {
    // The output of COPY depends on these settings.
    await client.query(
      `set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set bytea_output = 'hex'; set intervalstyle = 'postgres';
       set client_encoding = 'UTF8'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`,
    )
    return await run(client)
  } finally {
    await client.end()
  }
}
