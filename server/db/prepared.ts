// The handful of queries that every page asks, as named statements: the database parses and plans each once per connection.
import type pg from 'pg'

/**
 * A named statement with its row and parameter types. Building the same query anew for each call costs 2.4 times as
 * much (measured, see docs/decisions/0003-feed-storage.md). `patienceMs` replaces the pool's, for a write that can't
 * be repeated: giving up on it would not undo it.
 */
// The parameter types are for the callers, who see them only here.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function prepared<Row extends pg.QueryResultRow, Values extends readonly unknown[]>(
  name: string,
  sql: string,
  patienceMs?: number,
) {
  return async (pool: pg.Pool, ...values: Values): Promise<Row[]> => {
    const query = { name, text: sql, values: values as unknown as unknown[], query_timeout: patienceMs }
    const { rows } = await pool.query<Row>(query)
    return rows
  }
}
