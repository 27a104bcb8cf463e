// What the specification says is kept, field by field: each is a column with its default, its uniqueness and its end.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SCHEMA_FILE } from '../../scripts/tables-of.ts'

const schema = readFileSync(SCHEMA_FILE, 'utf8')
/** The lines between the brackets of a table; that they are the database's, another test says. */
const tableOf = (name: string) =>
  new RegExp(`create table ${name} \\(\\n([^;]*)\\n\\);`).exec(schema)?.[1] ?? ''

/** By table: its columns as SQL writes them. */
const COLUMNS: Record<string, string[]> = {
  users: [
    'id uuid not null',
    'email text not null',
    'password text not null',
    'username text not null',
    'display_name text',
    'bio text',
    'profile_image_url text',
    'is_public boolean not null default true',
    'stripe_customer_id text',
    'stripe_account_id text',
    'stripe_onboarding_completed boolean not null default false',
    'creator_subscription_id text',
    'stripe_product_id text',
    'stripe_price_id text',
    'subscription_price_in_cents integer not null default 500',
    'is_creator boolean not null default false',
    'created_at timestamp(3) with time zone not null',
    'updated_at timestamp(3) with time zone not null',
  ],
  sessions: ['sid text not null', 'sess json not null', 'expire timestamp(3) with time zone not null'],
  subscriptions: [
    'id uuid not null',
    'subscriber_id uuid not null',
    'creator_id uuid not null',
    'stripe_subscription_id text',
    'price_in_cents integer not null',
    "status text not null default 'active'::text",
    'current_period_start timestamp(3) with time zone',
    'current_period_end timestamp(3) with time zone',
    'created_at timestamp(3) with time zone not null',
    'updated_at timestamp(3) with time zone not null',
  ],
  follows: [
    'id uuid not null',
    'follower_id uuid not null',
    'following_id uuid not null',
    'created_at timestamp(3) with time zone not null',
  ],
  waitlist: ['id uuid not null', 'email text not null', 'created_at timestamp(3) with time zone not null'],
  signals: [
    'id uuid not null',
    'user_id uuid not null',
    'content text not null',
    'signal_type text not null',
    'tickers text',
    'intent text',
    'time_horizon text',
    'is_premium boolean not null default false',
    'created_at timestamp(3) with time zone not null',
  ],
  portfolio_holdings: [
    'id uuid not null',
    'user_id uuid not null',
    'ticker text not null',
    'company_name text not null',
    'percent_return text not null',
    'created_at timestamp(3) with time zone not null',
    'updated_at timestamp(3) with time zone not null',
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
  ['users', 'email', 'CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email))'],
  ['users', 'username', 'CREATE UNIQUE INDEX users_username ON public.users USING btree (lower(username))'],
  ['waitlist', 'email', 'CREATE UNIQUE INDEX waitlist_email ON public.waitlist USING btree (lower(email))'],
  ['sessions', 'sid', 'constraint sessions_pkey PRIMARY KEY (sid)'],
  ['subscriptions', 'stripe_subscription_id', 'UNIQUE (stripe_subscription_id)'],
])('of %s each %s is there once', (_table, _column, rule) => {
  expect(schema).toContain(rule)
})

test('sessions are found by when they run out', () => {
  expect(schema).toContain('CREATE INDEX sessions_expire ON public.sessions USING btree (expire)')
})

test.each([
  ['subscriptions', 'subscriber_id'],
  ['subscriptions', 'creator_id'],
  ['follows', 'follower_id'],
  ['follows', 'following_id'],
  ['signals', 'user_id'],
  ['portfolio_holdings', 'user_id'],
])('of %s those go with the person that %s names', (table, column) => {
  expect(tableOf(table)).toContain(`FOREIGN KEY (${column}) REFERENCES users(id) ON DELETE CASCADE`)
})

test.each([
  ['signal_type', ['buy', 'sell', 'comment']],
  ['intent', ['bullish', 'bearish', 'taking_profits', 'adding_position', 'watching']],
])('a signal has as its %s one of %j', (column, values) => {
  const list = values.map((value) => `'${value}'::text`).join(', ')
  expect(tableOf('signals')).toContain(`CHECK ((${column} = ANY (ARRAY[${list}])))`)
})
