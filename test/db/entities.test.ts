// The entities of the specification, field by field: columns, defaults, unique and foreign keys.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SCHEMA_FILE } from '../../tools/scripts/tables-of.ts'

const schema = readFileSync(SCHEMA_FILE, 'utf8')
/** The lines of a table in schema.sql; tables.test.ts compares that file with the database. */
const tableOf = (name: string) =>
  new RegExp(`create table ${name} \\(\\n([^;]*)\\n\\);`).exec(schema)?.[1] ?? ''

/** The columns of each table, as SQL writes them. */
const COLUMNS: Record<string, string[]> = {
  users: [
    'id uuid not null', // @spec-3.1
    'email text not null', // @spec-3.2
    'password text not null', // @spec-3.3
    'username text not null', // @spec-3.4
    'display_name text', // @spec-3.5
    'bio text', // @spec-3.6
    'profile_image_url text', // @spec-3.7
    'is_public boolean not null default true', // @spec-3.8
    'stripe_customer_id text', // @spec-3.9
    'stripe_account_id text', // @spec-3.10
    'stripe_onboarding_completed boolean not null default false', // @spec-3.11
    'creator_subscription_id text', // @spec-3.12
    'stripe_product_id text', // @spec-3.14
    'stripe_price_id text', // @spec-3.15
    'subscription_price_in_cents integer not null default 500', // @spec-3.13
    'is_creator boolean not null default false', // @spec-3.16
    'created_at timestamp(3) with time zone not null', // @spec-3.17
    'updated_at timestamp(3) with time zone not null', // @spec-3.17
  ],
  sessions: [
    'sid text not null', // @spec-3.22
    // @spec-3.23
    'sess json not null',
    'expire timestamp(3) with time zone not null', // @spec-3.24
  ],
  subscriptions: [
    'id uuid not null', // @spec-3.26
    'subscriber_id uuid not null', // @spec-3.27
    'creator_id uuid not null', // @spec-3.28
    'stripe_subscription_id text', // @spec-3.29
    'price_in_cents integer not null', // @spec-3.30
    "status text not null default 'active'::text", // @spec-3.31 @spec-4.24
    'current_period_start timestamp(3) with time zone', // @spec-3.32
    'current_period_end timestamp(3) with time zone', // @spec-3.32
    'created_at timestamp(3) with time zone not null', // @spec-3.33
    'updated_at timestamp(3) with time zone not null', // @spec-3.33
  ],
  follows: [
    'id uuid not null', // @spec-3.35
    'follower_id uuid not null', // @spec-3.36
    'following_id uuid not null', // @spec-3.37
    'created_at timestamp(3) with time zone not null', // @spec-3.35
  ],
  waitlist: [
    'id uuid not null', // @spec-3.38
    // @spec-3.39
    'email text not null',
    'created_at timestamp(3) with time zone not null', // @spec-3.38
  ],
  signals: [
    'id uuid not null', // @spec-3.40
    'user_id uuid not null', // @spec-3.41
    'content text not null', // @spec-3.42
    'signal_type text not null', // @spec-3.43
    'tickers text', // @spec-3.44
    'intent text', // @spec-3.45
    'time_horizon text', // @spec-3.45
    'is_premium boolean not null default false', // @spec-3.46
    'created_at timestamp(3) with time zone not null', // @spec-3.40
  ],
  portfolio_holdings: [
    'id uuid not null', // @spec-3.50
    'user_id uuid not null', // @spec-3.51
    'ticker text not null', // @spec-3.52
    'company_name text not null', // @spec-3.52
    'percent_return text not null', // @spec-3.53
    'created_at timestamp(3) with time zone not null', // @spec-3.50
    'updated_at timestamp(3) with time zone not null', // @spec-3.50
  ],
}

describe.each(Object.entries(COLUMNS))('The table %s', (table, columns) => {
  test.each(columns)('has %s', (column) => {
    expect(
      tableOf(table)
        .split(/,?\n/)
        .map((line) => line.trim()),
    ).toContain(column)
  })
})

test.each([
  // @spec-3.2
  [
    'users',
    'verified email',
    'CREATE UNIQUE INDEX users_verified_email ON public.users USING btree (lower(email)) WHERE (email_verified_at IS NOT NULL)',
  ],
  // @spec-3.4
  ['users', 'username', 'CREATE UNIQUE INDEX users_username ON public.users USING btree (lower(username))'],
  // @spec-3.39
  ['waitlist', 'email', 'CREATE UNIQUE INDEX waitlist_email ON public.waitlist USING btree (lower(email))'],
  ['sessions', 'sid', 'constraint sessions_pkey PRIMARY KEY (sid)'], // @spec-3.22
  ['subscriptions', 'stripe_subscription_id', 'UNIQUE (stripe_subscription_id)'], // @spec-3.29
])('in %s each %s is unique', (_table, _column, rule) => {
  expect(schema).toContain(rule)
})

// @spec-3.25
test('sessions have an index on their expiry', () => {
  expect(schema).toContain('CREATE INDEX sessions_expire ON public.sessions USING btree (expire)')
})

test.each([
  ['follows', 'follower_id'], // @spec-3.36
  ['follows', 'following_id'], // @spec-3.37
  ['portfolio_holdings', 'user_id'], // @spec-3.51
])('rows of %s are deleted with the person in %s', (table, column) => {
  expect(tableOf(table)).toContain(`FOREIGN KEY (${column}) REFERENCES users(id) ON DELETE CASCADE`)
})

// Answer 40 replaces the cascade of these rows: they outlive the person.
test.each([
  ['subscriptions', 'subscriber_id'], // @spec-3.27
  ['subscriptions', 'creator_id'], // @spec-3.28
  ['signals', 'user_id'], // @spec-3.41
])('rows of %s refer to a person in %s, and no cascade reaches them', (table, column) => {
  expect(tableOf(table)).toContain(`FOREIGN KEY (${column}) REFERENCES users(id) ON DELETE RESTRICT`)
})

test.each([
  ['signal_type', ['buy', 'sell', 'comment']], // @spec-3.47
  ['intent', ['bullish', 'bearish', 'taking_profits', 'adding_position', 'watching']], // @spec-3.48
])('the %s of a signal is one of %j', (column, values) => {
  const list = values.map((value) => `'${value}'::text`).join(', ')
  expect(tableOf('signals')).toContain(`CHECK ((${column} = ANY (ARRAY[${list}])))`)
})
