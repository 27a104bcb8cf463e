// The sandbox's state in one SQLite file, so that it survives restarts and crashes.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { Activity } from './samples/ledger.ts'
import type { Day } from './samples/trading-days.ts'

const TABLES = `
pragma journal_mode = wal;
pragma synchronous = normal;
pragma busy_timeout = 5000;
create table if not exists objects (
  seq integer primary key autoincrement,
  kind text not null, id text not null, owner text not null, json text not null,
  unique (kind, id)
);
create index if not exists objects_owner on objects (kind, owner);
create table if not exists entries (
  depot text not null, seq integer not null, id text not null, day text not null, json text not null,
  primary key (depot, seq)
);
create table if not exists webhooks (
  id integer primary key autoincrement, json text not null,
  attempts integer not null default 0, due integer, delivered integer
);
create index if not exists webhooks_due on webhooks (due) where due is not null;
`

export type User = { id: string; secret: string }
/** A portal session; it can be used once. */
export type Session = {
  id: string
  userId: string
  customRedirect: string | null
  immediateRedirect: boolean
  /** The connection to reconnect, or null for a new one. */
  reconnect: string | null
  /** The only broker offered; null for all. */
  broker: string | null
  expiresAt: number
  isOver: boolean
}
export type Connection = {
  id: string
  userId: string
  slug: string
  createdAt: string
  disabledAt: string | null
  /** When the connection breaks on its own. */
  breaksAt: number | null
  /** When the first sync ends; null once it has. */
  syncsAt: number | null
  /** How many more data calls fail with 429. */
  refusals: number
  /** Until when the broker is unavailable. */
  downUntil: number | null
}
export type Account = { id: string; connectionId: string; userId: string; depot: string; createdAt: string }
/** An account at the broker. It outlives the connection. Stored as `depot`. */
export type BrokerAccount = {
  /** Also sent as `institution_account_id`. */
  id: string
  userId: string
  slug: string
  index: number
  number: string
  seed: string
  opened: Day
  /** The first day whose activities are reported; null for all. */
  tellsFrom: Day | null
  /** The last simulated day; null before the first. */
  livedTo: Day | null
  syncedAt: string | null
}
export type Kinds = {
  user: User
  session: Session
  connection: Connection
  account: Account
  depot: BrokerAccount
}
export type Kind = keyof Kinds
export type StoredActivity = Activity & { id: string }

const ownerOf: { [K in Kind]: (object: Kinds[K]) => string } = {
  user: () => '',
  session: ({ userId }) => userId,
  connection: ({ userId }) => userId,
  account: ({ connectionId }) => connectionId,
  depot: ({ userId }) => userId,
}

export class Store {
  readonly #db: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()

  constructor(file: string) {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
    this.#db = new DatabaseSync(file)
    this.#db.exec(TABLES)
  }

  sql(text: string): StatementSync {
    const kept = this.#prepared.get(text)
    if (kept) return kept
    const statement = this.#db.prepare(text)
    this.#prepared.set(text, statement)
    return statement
  }

  get<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    const row = this.sql('select json from objects where kind = ? and id = ?').get(kind, id)
    return row ? (JSON.parse(String(row['json'])) as Kinds[K]) : undefined
  }

  /** All objects of a kind, or those of one owner, oldest first. */
  all<K extends Kind>(kind: K, owner?: string): Kinds[K][] {
    const values: SQLInputValue[] = owner === undefined ? [kind] : [kind, owner]
    const which = owner === undefined ? '' : 'and owner = ?'
    const rows = this.sql(`select json from objects where kind = ? ${which} order by seq`).all(...values)
    return rows.map((row) => JSON.parse(String(row['json'])) as Kinds[K])
  }

  put<K extends Kind>(kind: K, object: Kinds[K]): void {
    this.sql(
      `insert into objects (kind, id, owner, json) values (?, ?, ?, ?)
       on conflict (kind, id) do update set json = excluded.json`,
    ).run(kind, object.id, ownerOf[kind](object), JSON.stringify(object))
  }

  remove(kind: Kind, id: string): void {
    this.sql('delete from objects where kind = ? and id = ?').run(kind, id)
  }

  /** In the order in which they were added. */
  entries(depot: string): StoredActivity[] {
    const rows = this.sql('select id, json from entries where depot = ? order by seq').all(depot)
    return rows.map((row) => ({ ...(JSON.parse(String(row['json'])) as Activity), id: String(row['id']) }))
  }

  activityCount(depot: string): number {
    const row = this.sql('select count(*) as n from entries where depot = ?').get(depot)
    return Number(row?.['n'] ?? 0)
  }

  /** Activities are append-only. */
  append(depot: string, seq: number, id: string, activity: Activity): void {
    this.sql('insert into entries (depot, seq, id, day, json) values (?, ?, ?, ?, ?)').run(
      depot,
      seq,
      id,
      activity.day,
      JSON.stringify(activity),
    )
  }

  deleteActivities(depot: string): void {
    this.sql('delete from entries where depot = ?').run(depot)
  }

  /** Rolls back if `work` throws, unless `staysThough` says to commit anyway. */
  transaction<T>(work: () => T, staysThough: (error: unknown) => boolean = () => false): T {
    this.#db.exec('begin immediate')
    try {
      const result = work()
      this.#db.exec('commit')
      return result
    } catch (error) {
      this.#db.exec(staysThough(error) ? 'commit' : 'rollback')
      throw error
    }
  }

  close(): void {
    this.#db.close()
  }
}
