// Bulk-inserts as many people and signals as a figure in docs/quality.md requires.
import type pg from 'pg'
import { METHOD } from '#engine/scoring/method.ts'
import { TIMELINE_MAX } from '#server/features/signals/timeline.ts'

/** Computable ids: kind and number in the form of a UUID v4. */
export const idOf = (kind: number, n: number) =>
  `${kind.toString(16).padStart(8, '0')}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
const sqlId = (kind: number, n: string) =>
  `('${kind.toString(16).padStart(8, '0')}-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

const PERSON = 1
const SIGNAL = 2
export const personId = (n: number) => idOf(PERSON, n)

/** An invented word, different for each number. With one name for everybody, a search would prove nothing. */
const sqlWord = (n: string, length: number) =>
  `initcap(translate(left(md5((${n})::text), ${length}), '0123456789abcdef', 'aeiounrstlmdkpbg'))`

/** People `from` to `to`, all creators with payouts so that any may post, with the given password hash. */
export async function addPeople(pool: pg.Pool, from: number, to: number, password: string): Promise<void> {
  await pool.query(
    `insert into users (id, email, password, username, display_name, is_creator, stripe_onboarding_completed,
       stripe_price_id, created_at, updated_at)
     select ${sqlId(PERSON, 'n')}, 'p' || n || '@example.com', $3, 'person_' || n,
       ${sqlWord('n', 6)} || ' ' || ${sqlWord('-n', 8)}, true, true,
       'price_' || n, now() - interval '1 year', now() from generate_series($1::int, $2::int) n`,
    [from, to, password],
  )
}

/** `viewer` follows the people `from` up to `to`. */
export async function follow(pool: pg.Pool, viewer: number, from: number, to: number): Promise<void> {
  await pool.query(
    `insert into follows (id, follower_id, following_id, created_at)
     select gen_random_uuid(), $1, ${sqlId(PERSON, 'n')}, now() from generate_series($2::int, $3::int) n`,
    [personId(viewer), from, to],
  )
}

/** The people `from` up to `to` follow `author`. */
export async function followedBy(pool: pg.Pool, author: number, from: number, to: number): Promise<void> {
  await pool.query(
    `insert into follows (id, follower_id, following_id, created_at)
     select gen_random_uuid(), ${sqlId(PERSON, 'n')}, $1, now() from generate_series($2::int, $3::int) n`,
    [personId(author), from, to],
  )
}

const TEXT = `'Position note ' || n || ': ' || repeat('size follows conviction, risk is written down first. ', 4)`

/**
 * Signals `from` to `to`, spread over `authors` authors from `firstAuthor`, a second apart, one in five premium. They
 * have salts, so the server considers them logged and doesn't spend the measurement on logging a million old signals.
 */
export async function addSignals(
  pool: pg.Pool,
  { from, to, firstAuthor, authors }: { from: number; to: number; firstAuthor: number; authors: number },
): Promise<void> {
  await pool.query(
    `insert into signals (id, user_id, content, signal_type, tickers, intent, time_horizon, is_premium, created_at,
       text_salt, trade_salt)
     select ${sqlId(SIGNAL, 'n')}, ${sqlId(PERSON, `(${firstAuthor} + n % ${authors})`)}, ${TEXT},
       (array['buy', 'sell', 'comment'])[1 + n % 3], '["NVDA","ASML"]', 'watching', 'months', n % 5 = 0,
       now() - interval '300 days' + n * interval '1 second', sha256(n::text::bytea), sha256(n::text::bytea)
     from generate_series($1::int, $2::int) n`,
    [from, to],
  )
}

/**
 * Scores the newest `count` signals: every trade has ended. The authors' user ids stand in for their ids in the log.
 */
export async function addScores(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `insert into record_scores (signal_id, ticker, method, author, posted_at, status, reason, does, side, weight, is_sample,
       time_horizon, entry_day, entry_close, last_close, exit_day, exit_reason, trading_days, return, benchmark, excess, as_of)
     select g.id, t.ticker, ${METHOD}, g.user_id, g.created_at, 'closed', null, 'opens', t.side, 0.5, false, 'months',
       g.created_at::date + 1, 104.25, 106.34, g.created_at::date + 90, 'horizon', 63, 0.02004796, 0.00512345, 0.01492451,
       g.created_at::date + 90
       from (select * from signals order by created_at desc, id desc limit $1) g
       cross join lateral (select case g.signal_type when 'sell' then -1 else 1 end as side, ticker
         from jsonb_array_elements_text(g.tickers::jsonb) ticker) t where g.signal_type <> 'comment'
     union all
     select id, '', ${METHOD}, user_id, created_at, 'unscored', 'comment', null, 1, 0, false, 'months', null, null, null, null,
       null, null, null, null, null, null
       from (select * from signals order by created_at desc, id desc limit $1) g where signal_type = 'comment'`,
    [count],
  )
}

/** Stores a person's timeline as the product's jobs would, cut to its newest signals. */
export async function fillTimelineOf(pool: pg.Pool, viewer: number): Promise<void> {
  await pool.query(
    `with newest as (
       select g.created_at, g.id, g.user_id, row_number() over (order by created_at desc, id desc) as place from signals g
        where g.user_id = $1 or g.user_id in (select following_id from follows where follower_id = $1)
        order by g.created_at desc, g.id desc limit $2),
     cleared as (delete from timelines where viewer_id = $1 and created_at < (select min(created_at) from newest)),
     cut as (
       insert into timeline_starts select $1, created_at from newest where place = $2
       on conflict (viewer_id) do update set starts_at = excluded.starts_at)
     insert into timelines (viewer_id, created_at, signal_id, author_id)
     select $1, created_at, id, user_id from newest on conflict do nothing`,
    [personId(viewer), TIMELINE_MAX],
  )
}
