// Reads signals as questions that every page asks.
import { prepared } from '#server/db/prepared.ts'

/** A signal with its author and what decides whether this viewer may read it. */
export type SignalRow = {
  id: string
  user_id: string
  content: string
  signal_type: 'buy' | 'sell' | 'comment'
  tickers: string | null
  intent: 'bullish' | 'bearish' | 'taking_profits' | 'adding_position' | 'watching' | null
  time_horizon: 'days' | 'weeks' | 'months' | 'years' | null
  is_premium: boolean
  created_at: Date
  username: string
  display_name: string | null
  profile_image_url: string | null
  is_creator: boolean
  is_public: boolean
  subscription_price_in_cents: number
  /** The viewer follows the author. */
  follows: boolean
  /** The viewer pays the author (answer 7). */
  pays: boolean
}

// Scalar sub-queries rather than `exists`: for that the planner may first collect everybody the viewer follows.
const COLUMNS = `g.id, g.user_id, g.content, g.signal_type, g.tickers, g.intent, g.time_horizon, g.is_premium, g.created_at,
  a.username, a.display_name, a.profile_image_url, a.is_creator, a.is_public, a.subscription_price_in_cents,
  (select true from follows f where f.follower_id = $1 and f.following_id = g.user_id) is true as follows,
  (select true from subscriptions s where s.subscriber_id = $1 and s.creator_id = g.user_id
    and is_paying(s.status, s.is_disputed, s.current_period_start, s.ends_at, s.paused_from, $2, $3) limit 1) is true as pays`

type Asked = [viewerId: string, now: Date, graceDays: number, beforeAt: Date, beforeId: string, limit: number]

/** Given apart so that the benches can ask the very same question without the product around it. */
export const TIMELINE_SQL = `select * from (
     select ${COLUMNS} from timelines t
       join signals g on g.id = t.signal_id
       join users a on a.id = g.user_id
      where t.viewer_id = $1 and (t.created_at, t.signal_id) < ($4, $5)
      order by t.created_at desc, t.signal_id desc) rows
   where user_id = $1 or pays or (follows and is_public)
   limit $6`

/** The stored timeline, newest first, less the signals of people no longer followed, paid or public. */
export const timelinePage = prepared<SignalRow, Asked>('timeline_page', TIMELINE_SQL)

/** Signals of every public author, of oneself and of those one pays, newest first. */
export const everyonePage = prepared<SignalRow, Asked>(
  'everyone_page',
  `select * from (
     select ${COLUMNS} from signals g
       join users a on a.id = g.user_id
      where (g.created_at, g.id) < ($4, $5)
      order by g.created_at desc, g.id desc) rows
   where user_id = $1 or pays or is_public
   limit $6`,
)

/**
 * Signals about one ticker, by whom `everyonePage` shows. A locked one is not among them: being found by its ticker would
 * give the ticker away (answer 25).
 */
export const tickerPage = prepared<SignalRow, [...Asked, ticker: string]>(
  'ticker_page',
  `select * from (
     select ${COLUMNS} from signal_tickers t
       join signals g on g.id = t.signal_id
       join users a on a.id = g.user_id
      where t.ticker = $7 and (t.created_at, t.signal_id) < ($4, $5)
      order by t.created_at desc, t.signal_id desc) rows
   where user_id = $1 or pays or (is_public and not is_premium)
   limit $6`,
)

/** One person's signals, newest first; nothing of a person who is hidden from the viewer. */
export const personPage = prepared<SignalRow, [...Asked, authorId: string]>(
  'person_page',
  `select * from (
     select ${COLUMNS} from signals g
       join users a on a.id = g.user_id
      where g.user_id = $7 and (g.created_at, g.id) < ($4, $5)
      order by g.created_at desc, g.id desc) rows
   where user_id = $1 or pays or is_public
   limit $6`,
)

/** One signal, unless its author is hidden from the viewer. */
export const signalById = prepared<SignalRow, [viewerId: string, now: Date, graceDays: number, id: string]>(
  'signal_by_id',
  `select * from (
     select ${COLUMNS} from signals g join users a on a.id = g.user_id where g.id = $4) rows
   where user_id = $1 or pays or is_public`,
)
