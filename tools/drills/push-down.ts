// The push service fails while signals are posted: nothing is lost, nobody is flooded afterwards, and feeds aren't
// affected.
import { setTimeout as wait } from 'node:timers/promises'
import { report } from '../bench/report.ts'
import type { Drill } from './drill.ts'
import { DEVICES, openPushStage } from './push-stage.ts'

const SIGNALS = 10

export const pushDown: Drill = async ({ seconds }) => {
  const { stage, phones, startProduct, signIn, post, settled, close } = await openPushStage()
  try {
    const product = await startProduct()
    const cookie = await signIn(product)
    phones.setOutage({ status: 503 })
    const calls = phones.requests()
    for (let n = 0; n < SIGNALS; n += 1) {
      // For the second half it hangs, which is worse.
      if (n === SIGNALS / 2) phones.setOutage({ status: 201, hangs: true })
      await post(product, cookie, `Signal ${n}`)
      await wait((seconds * 1000) / SIGNALS)
    }
    const tried = phones.requests() - calls
    const { rows } = await stage.pool.query<{ most: number }>(
      'select max(feeds_ms)::int as most from delivery_receipts',
    )
    report.atMost('calls of the failing service, for each signal and device', tried / SIGNALS / DEVICES, 0.2)
    report.atMost(
      'a signal is in the last feed meanwhile after',
      (rows[0]?.most ?? Number.NaN) / 1000,
      2,
      ' s',
    )
    phones.setOutage(null)
    await settled(600)
    const messages = new Map<string, number>()
    for (const { to } of phones.store.messages) messages.set(to, (messages.get(to) ?? 0) + 1)
    report.exactly('devices notified of what they missed', messages.size, DEVICES)
    report.atMost('notifications on a device afterwards', Math.max(...messages.values()), 2, '')
    const [{ payload } = { payload: '' }] = phones.store.messages
    report.note((JSON.parse(payload) as { notification: { title: string } }).notification.title)
  } finally {
    await close()
  }
}
