// The reference server: bare Fastify and pg with the plain queries that a newcomer would write, and no rules. It shares
// the tables with the product but neither SQL nor settings, because the comparison would hide a mistake in both.
import Fastify from 'fastify'
import pg from 'pg'
import { firstAndLastName } from '#shared/rules/people.ts'

const [url = '', viewerId = '', authorId = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url })
const app = Fastify()

const VIEWER = 'select id, username from users where id = $1'
const FEED = `select signals.*, username, display_name, profile_image_url, is_creator, subscription_price_in_cents, outcome
    from timelines
    join signals on signals.id = timelines.signal_id
    join users on users.id = signals.user_id
    left join bench_outcomes on bench_outcomes.signal_id = signals.id
   where timelines.viewer_id = $1
   order by timelines.created_at desc, timelines.signal_id desc
   limit 20`

/**
 * The same bytes as the product's page. Premium signals count as locked: the bench's viewer has no subscriptions. The results of
 * signals are stored ready to be sent (feed.ts).
 */
app.get('/feed', async () => {
  const { rows: viewers } = await pool.query({ name: 'viewer', text: VIEWER, values: [viewerId] })
  const { rows } = await pool.query({ name: 'feed', text: FEED, values: [viewers[0].id] })
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    createdAt: row.created_at.toISOString(),
    isPremium: row.is_premium,
    isLocked: row.is_premium,
    author: {
      id: row.user_id,
      username: row.username,
      displayName: row.display_name,
      ...firstAndLastName(row.display_name),
      profileImageUrl: row.profile_image_url,
      isCreator: row.is_creator,
      subscriptionPriceInCents: row.subscription_price_in_cents,
    },
    ...(!row.is_premium && {
      content: row.content,
      signalType: row.signal_type,
      tickers: row.tickers,
      intent: row.intent,
      timeHorizon: row.time_horizon,
      repliesFrom: row.replies_from,
    }),
    ...(row.outcome && { outcome: row.outcome }),
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
