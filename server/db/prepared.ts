// Named prepared statements for the few hot queries: Kysely builds each once, PostgreSQL parses it once per connection.
import {
  CamelCasePlugin,
  type CompiledQuery,
  DummyDriver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutorProvider,
  sql,
} from 'kysely'
import type pg from 'pg'
import type { StatementPool } from './open.ts'
import type { DB } from './tables.ts'

/** The parameters of a statement. Each call supplies their values. */
export type Parameters<Values> = { readonly [Name in keyof Values]: Expression<Values[Name]> }

class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Only compiles queries. */
const compiler = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new CamelCasePlugin()],
})

const camelCase = (name: string) =>
  name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/**
 * A query that is built once and called with named values. Building the feed's query for each call would cost more than
 * the rest of the call (docs/decisions/0003-feed-storage.md). `timeoutMs` overrides the pool's timeout for a write that
 * can't be repeated, because a timeout wouldn't undo it.
 */
export function prepared<Values extends object, Row>(
  name: string,
  build: (
    db: Kysely<DB>,
    parameters: Parameters<Values>,
  ) => { compile(executor: QueryExecutorProvider): CompiledQuery<Row> },
  timeoutMs?: number,
) {
  const parameters = new Proxy({} as Parameters<Values>, {
    get: (_, parameter) => sql`${sql.val(new Parameter(String(parameter)))}`,
  })
  const { sql: text, parameters: compiled } = build(compiler, parameters).compile(compiler)
  let names: string[] | undefined

  return async (pool: StatementPool, values: Values): Promise<Row[]> => {
    const given = values as Record<string, unknown>
    const query: pg.QueryArrayConfig<unknown[]> & { query_timeout: number | undefined } = {
      name,
      text,
      values: compiled.map((value) => (value instanceof Parameter ? given[value.name] : value)),
      rowMode: 'array',
      query_timeout: timeoutMs,
    }
    const { fields, rows } = await pool.query<unknown[]>(query)
    const columns = (names ??= fields.map((field) => camelCase(field.name)))
    return rows.map((cells) => {
      const row: Record<string, unknown> = {}
      for (const [index, column] of columns.entries()) row[column] = cells[index]
      return row as Row
    })
  }
}
