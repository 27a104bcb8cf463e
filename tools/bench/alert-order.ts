// Who gets a signal first: over 50 signals, the place of a device among the others doesn't depend on its owner's id.
import { correlation } from './measure.ts'
import type { Bench } from './product.ts'
import { report } from './report.ts'

const SIGNALS = 50

export type Message = { to: string; topic: string }

/** `post` posts a signal whose bells ring for the devices; `received`: their messages, in order. */
export async function benchAlertOrder(
  { pool }: Pick<Bench, 'pool'>,
  post: () => Promise<string>,
  received: () => Promise<Message[]>,
): Promise<void> {
  const topics = new Set<string>()
  for (let n = 0; n < SIGNALS; n += 1) {
    const id = await post()
    topics.add(id.replaceAll('-', ''))
    for (;;) {
      const { rows } = await pool.query(
        'select from delivery_receipts where signal_id = $1 and push_due_at is null',
        [id],
      )
      if (rows.length > 0) break
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const { rows: devices } = await pool.query<{ number: string; rank: number }>(
    `select split_part(endpoint, '.', -1) as number, (row_number() over (order by person_id))::int as rank from push_devices`,
  )
  const ranks = new Map(devices.map(({ number, rank }) => [number, rank]))
  const messages = (await received()).filter(({ topic }) => topics.has(topic))
  const places = [...Map.groupBy(messages, ({ topic }) => topic).values()].flatMap((all) =>
    all.map(({ to }, place) => [ranks.get(to.split('.').at(-1) ?? '') ?? Number.NaN, place] as const),
  )
  report.note(`${places.length} places over ${topics.size} signals`)
  report.atMost('correlation of place and id over 50 signals', Math.abs(correlation(places)), 0.05, '')
}
