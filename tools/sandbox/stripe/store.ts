// The sandbox's state in one SQLite file, so that it survives restarts and crashes.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ObjectType, ObjectTypes } from './stripe-objects.ts'

const TABLES = `
pragma journal_mode = wal;
pragma synchronous = normal;
pragma busy_timeout = 5000;
create table if not exists objects (
  seq integer primary key autoincrement,
  kind text not null,
  id text not null unique,
  created integer not null,
  due integer,
  test_clock text,
  json text not null,
  hidden text not null default '{}',
  customer text generated always as (json_extract(json, '$.customer')) virtual,
  invoice text generated always as (json_extract(json, '$.invoice')) virtual,
  charge text generated always as (json_extract(json, '$.charge')) virtual,
  payment_intent text generated always as (
    coalesce(json_extract(json, '$.payment.payment_intent'), json_extract(json, '$.payment_intent'))) virtual,
  subscription text generated always as (json_extract(json, '$.parent.subscription_details.subscription')) virtual,
  lookup_key text generated always as (json_extract(json, '$.lookup_key')) virtual
);
create index if not exists objects_kind on objects (kind, seq);
create index if not exists objects_customer on objects (kind, customer);
create index if not exists objects_invoice on objects (kind, invoice);
create index if not exists objects_charge on objects (kind, charge);
create index if not exists objects_payment_intent on objects (kind, payment_intent);
create index if not exists objects_subscription on objects (kind, subscription);
create index if not exists objects_lookup_key on objects (kind, lookup_key);
create index if not exists objects_due on objects (due) where due is not null;
create table if not exists idempotency (
  key text primary key, at integer not null, path text not null, fingerprint text not null,
  status integer not null, body text not null, request_id text not null
);
create index if not exists idempotency_at on idempotency (at);
create table if not exists deliveries (
  id integer primary key autoincrement, event text not null, endpoint text not null,
  attempts integer not null default 0, due integer, delivered integer
);
create index if not exists deliveries_due on deliveries (due) where due is not null;
create index if not exists deliveries_event on deliveries (event);
create table if not exists settings (name text primary key, value text not null);
`

/** Indexed columns; other fields are looked up in the JSON. */
const COLUMNS = ['customer', 'invoice', 'charge', 'payment_intent', 'subscription', 'lookup_key'] as const
export type Value = string | number | null
/** A column, or a JSON path such as `$.status`. */
export type Where = Record<string, Value>

type Row = { seq: number; json: string; hidden: string }

/** When an object needs work without a request, in Unix seconds; null for never. */
export type DueAt = <K extends ObjectType>(type: K, object: ObjectTypes[K]) => number | null

export class Store {
  readonly db: DatabaseSync
  readonly #statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()

  readonly #dueAt: DueAt

  constructor(file: string, dueAt: DueAt) {
    this.db = openDatabase(file)
    this.#dueAt = dueAt
  }

  /** Caches one prepared statement per text. */
  sql(text: string): ReturnType<DatabaseSync['prepare']> {
    const known = this.#statements.get(text)
    if (known) return known
    const statement = this.db.prepare(text)
    this.#statements.set(text, statement)
    return statement
  }

  get<K extends ObjectType>(kind: K, id: string): ObjectTypes[K] | undefined {
    const row = this.sql('select json from objects where id = ? and kind = ?').get(id, kind)
    return row ? (JSON.parse(String(row['json'])) as ObjectTypes[K]) : undefined
  }

  /** Facts about an object that responses never show. */
  hidden<T extends object>(id: string): Partial<T> {
    const row = this.sql('select hidden from objects where id = ?').get(id)
    return row ? (JSON.parse(String(row['hidden'])) as Partial<T>) : {}
  }

  hide(id: string, facts: object): void {
    const all = { ...this.hidden(id), ...facts }
    this.sql('update objects set hidden = ? where id = ?').run(JSON.stringify(all), id)
  }

  put<K extends ObjectType>(
    kind: K,
    object: ObjectTypes[K],
    more: { testClock: string | null; created: number },
  ): void {
    this.sql(
      `insert into objects (kind, id, created, due, test_clock, json) values (?, ?, ?, ?, ?, ?)
       on conflict (id) do update set json = excluded.json, due = excluded.due, test_clock = excluded.test_clock`,
    ).run(kind, object.id, more.created, this.#dueAt(kind, object), more.testClock, JSON.stringify(object))
  }

  remove(id: string): void {
    this.sql('delete from objects where id = ?').run(id)
  }

  /** All matches, oldest first. */
  all<K extends ObjectType>(kind: K, where: Where = {}): ObjectTypes[K][] {
    const { text, values } = condition(where)
    const rows = this.sql(`select json from objects where kind = ? ${text} order by seq`).all(kind, ...values)
    return rows.map((row) => JSON.parse(String(row['json'])) as ObjectTypes[K])
  }

  /** One page of rows before or after `seq`, in the given order. */
  page<K extends ObjectType>(
    kind: K,
    query: {
      where: Where
      extra: string
      values: Value[]
      seq: number | null
      order: 'asc' | 'desc'
      limit: number
    },
  ): ObjectTypes[K][] {
    const { text, values } = condition(query.where)
    const from = query.seq === null ? '' : `and seq ${query.order === 'desc' ? '<' : '>'} ?`
    const rows = this.sql(
      `select seq, json, hidden from objects where kind = ? ${text} ${query.extra} ${from}
       order by seq ${query.order} limit ?`,
    ).all(kind, ...values, ...query.values, ...(query.seq === null ? [] : [query.seq]), query.limit) as Row[]
    return rows.map((row) => JSON.parse(row.json) as ObjectTypes[K])
  }

  seqOf(kind: ObjectType, id: string): number | undefined {
    const row = this.sql('select seq from objects where id = ? and kind = ?').get(id, kind)
    return row ? Number(row['seq']) : undefined
  }

  /** The next due object on a test clock or (null) in real time. */
  nextDue(testClock: string | null, until: number): { kind: string; id: string; due: number } | undefined {
    const row = this.sql(
      'select kind, id, due from objects where due <= ? and test_clock is ? order by due, seq limit 1',
    ).get(until, testClock)
    return row && { kind: String(row['kind']), id: String(row['id']), due: Number(row['due']) }
  }

  setting(name: string, first: () => string): string {
    const row = this.sql('select value from settings where name = ?').get(name)
    if (row) return String(row['value'])
    const value = first()
    this.sql('insert into settings (name, value) values (?, ?)').run(name, value)
    return value
  }

  keepSetting(name: string, value: string): void {
    this.sql(
      'insert into settings (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
    ).run(name, value)
  }

  deleteOldEvents(before: number): void {
    const old = "select id from objects where kind in ('event', 'v2.core.event') and created < ?"
    this.sql(`delete from deliveries where event in (${old})`).run(before)
    this.sql("delete from objects where kind in ('event', 'v2.core.event') and created < ?").run(before)
  }

  /**
   * Adds its objects to another file, in order. A lookup key in use there moves to the added price. Webhooks and
   * stored responses aren't copied.
   */
  mergeInto(file: string): void {
    // Creates the tables if the file is new.
    openDatabase(file).close()
    this.sql('attach database ? as other').run(file)
    try {
      this.transaction(() =>
        this.db.exec(`
          update other.objects set json = json_set(json, '$.lookup_key', null) where lookup_key in
            (select lookup_key from main.objects where kind = 'price' and lookup_key is not null);
          insert into other.objects (kind, id, created, due, test_clock, json, hidden)
            select kind, id, created, due, test_clock, json, hidden from main.objects order by seq`),
      )
    } finally {
      this.db.exec('detach database other')
    }
  }

  /** Rolls back if `work` throws, unless `staysThough` says to commit anyway. */
  transaction<T>(work: () => T, staysThough: (error: unknown) => boolean = () => false): T {
    this.db.exec('begin immediate')
    try {
      const result = work()
      this.db.exec('commit')
      return result
    } catch (error) {
      this.db.exec(staysThough(error) ? 'commit' : 'rollback')
      throw error
    }
  }

  close(): void {
    this.db.close()
  }
}

function openDatabase(file: string): DatabaseSync {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const db = new DatabaseSync(file)
  db.exec(TABLES)
  return db
}

function condition(where: Where): { text: string; values: Value[] } {
  const entries = Object.entries(where)
  const text = entries
    .map(([name]) =>
      COLUMNS.some((column) => column === name)
        ? `and ${name} is ?`
        : `and json_extract(json, '${name}') is ?`,
    )
    .join(' ')
  return { text, values: entries.map(([, value]) => value) }
}
