// The reference server: bare Fastify and pg with the same tables, indexes and bodies, and none of the product's code.
import Fastify from 'fastify'
import pg from 'pg'
import { namesOf } from '#shared/rules/people.ts'

const [url = '', viewerId = '', authorId = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 12 })
const app = Fastify()

/** Written by hand and not shared with the product, so that a fault in shared code can't hide. */
const FEED = `select * from (
     select g.id, g.user_id, g.content, g.signal_type, g.tickers, g.intent, g.time_horizon, g.is_premium, g.created_at,
       a.username, a.display_name, a.profile_image_url, a.is_creator, a.is_public, a.subscription_price_in_cents,
       (select true from follows f where f.follower_id = $1 and f.following_id = g.user_id) is true as follows,
       (select true from subscriptions s where s.subscriber_id = $1 and s.creator_id = g.user_id
         and is_paying(s, $2, $3) limit 1) is true as pays
       from timelines t join signals g on g.id = t.signal_id join users a on a.id = g.user_id
      where t.viewer_id = $1 and (t.created_at, t.signal_id) < ($4, $5)
      order by t.created_at desc, t.signal_id desc) rows
   where user_id = $1 or pays or (follows and is_public)
   limit $6`

const TOP = [new Date('9999-12-31T00:00:00Z'), 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const
app.get('/feed', async () => {
  const { rows } = await pool.query({
    name: 'feed',
    text: FEED,
    values: [viewerId, new Date(), 7, ...TOP, 21],
  })
  return rows.slice(0, 20).map((row) => ({
    id: row.id,
    userId: row.user_id,
    createdAt: row.created_at.toISOString(),
    isPremium: row.is_premium,
    isLocked: row.is_premium && !row.pays,
    ...(!(row.is_premium && !row.pays) && {
      content: row.content,
      signalType: row.signal_type,
      tickers: row.tickers,
      intent: row.intent,
      timeHorizon: row.time_horizon,
    }),
    author: {
      id: row.user_id,
      username: row.username,
      displayName: row.display_name,
      ...namesOf(row.display_name),
      profileImageUrl: row.profile_image_url,
      isCreator: row.is_creator,
      subscriptionPriceInCents: row.subscription_price_in_cents,
    },
  }))
})

app.post<{ Body: { content: string; signalType: string; tickers: string } }>('/signals', async (request) => {
  const { content, signalType, tickers } = request.body
  const { rows } = await pool.query({
    name: 'insert',
    text: `insert into signals (id, user_id, content, signal_type, tickers, is_premium, created_at)
           values (gen_random_uuid(), $1, $2, $3, $4, false, $5) returning *`,
    values: [authorId, content, signalType, tickers, new Date()],
  })
  return rows[0]
})

await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
console.log(`ready at http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
