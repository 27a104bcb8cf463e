// The server to compare with: bare Fastify and pg, the same query, index and body, and none of the product's rules.
import Fastify from 'fastify'
import pg from 'pg'
import { TIMELINE_SQL } from '#server/features/signals/store.ts'
import { namesOf } from '#shared/rules/people.ts'

const [url = '', viewerId = '', authorId = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 12 })
const app = Fastify()

const TOP = [new Date('9999-12-31T00:00:00Z'), 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const
app.get('/feed', async () => {
  const { rows } = await pool.query({
    name: 'feed',
    text: TIMELINE_SQL,
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
