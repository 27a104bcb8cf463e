// The cost of notifying open pages: plain commits, commits that leave a change for the flusher, and commits with
// NOTIFY.
import pg from 'pg'
import { CHANNEL } from '#server/db/notify.ts'
import { FLUSH_MS, flushChanges } from '#server/db/flush-changes.ts'
import { median, quantile } from './measure.ts'
import type { Bench } from './product.ts'
import { report } from './report.ts'

const CONNECTIONS = 16
const ROUNDS = 7
const ROUND_MS = 2000

const WAYS = {
  plain: `insert into bench_writes (what) values ('x')`,
  told: `with written as (insert into bench_writes (what) values ('x'))
    insert into changes (what, user_ids) values ('feed', array[gen_random_uuid()])`,
  notified: `with written as (insert into bench_writes (what) values ('x'))
    select pg_notify('${CHANNEL}', '{"what":"feed","userIds":["' || gen_random_uuid() || '"]}')`,
}
type Way = keyof typeof WAYS

export async function benchNotify({ pool, databaseUrl }: Bench): Promise<void> {
  await pool.query('create table bench_writes (id bigserial primary key, what text not null)')
  await pool.query('grant all on bench_writes, bench_writes_id_seq to public')
  const writers = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS })
  const listener = new pg.Client({ connectionString: databaseUrl })
  await listener.connect()
  await listener.query(`listen ${CHANNEL}`)
  let isOver = false
  const flushing = (async () => {
    while (!isOver) {
      await flushChanges(listener)
      await new Promise((resolve) => setTimeout(resolve, FLUSH_MS))
    }
  })()
  try {
    const ratios: Record<'told' | 'notified', number[]> = { told: [], notified: [] }
    await commitsPerSecond(writers, 'plain')
    for (let round = 0; round < ROUNDS; round += 1) {
      const speed: Record<string, number> = {}
      const order: Way[] = round % 2 === 0 ? ['plain', 'told', 'notified'] : ['notified', 'told', 'plain']
      for (const way of order) speed[way] = await commitsPerSecond(writers, way)
      for (const way of ['told', 'notified'] as const)
        ratios[way].push((speed[way] ?? 0) / (speed['plain'] ?? 1))
      report.note(
        `round ${round + 1}: ${order.map((way) => `${way} ${(speed[way] ?? 0).toFixed(0)}/s`).join(', ')}`,
      )
    }
    report.note(`NOTIFY in each commit: ${median(ratios.notified).toFixed(2)}× of plain commits`)
    report.atLeast('commits that notify open pages, against plain ones', median(ratios.told), 0.9)
    const late: number[] = []
    for (let n = 0; n < 40; n += 1) late.push(await toldAfterMs(writers, listener))
    report.atMost('an open page is notified of a change after (p95)', quantile(late, 0.95) / 1000, 0.3, ' s')
  } finally {
    isOver = true
    await flushing
    await Promise.all([listener.end(), writers.end()])
    await pool.query('drop table bench_writes')
  }
}

async function commitsPerSecond(writers: pg.Pool, way: Way): Promise<number> {
  const end = performance.now() + ROUND_MS
  let commits = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const client = await writers.connect()
      while (performance.now() < end) {
        await client.query({ name: way, text: WAYS[way] })
        commits += 1
      }
      client.release()
    }),
  )
  return commits / (ROUND_MS / 1000)
}

async function toldAfterMs(writers: pg.Pool, listener: pg.Client): Promise<number> {
  const id = crypto.randomUUID()
  const heard = new Promise<void>((resolve) => {
    const hear = ({ payload = '' }: pg.Notification) => {
      if (!payload.includes(id)) return
      listener.off('notification', hear)
      resolve()
    }
    listener.on('notification', hear)
  })
  const started = performance.now()
  await writers.query(`insert into changes (what, user_ids) values ('feed', array[$1::uuid])`, [id])
  await heard
  return performance.now() - started
}
