// The server is killed while it hands signals to push services: none may be lost, and none shown twice.
import { setTimeout as wait } from 'node:timers/promises'
import { report } from '../bench/report.ts'
import type { Drill } from './drill.ts'
import { DEVICES, openPushStage } from './push-stage.ts'

const KILLS = 20
/** How many messages the loop may have in flight or unsaved (server/features/alerts/push/send-in-order.ts). */
const REPEATED_MAX = 200
const RUN_MS = 900

export const alertsKilled: Drill = async () => {
  const { phones, startProduct, signIn, post, settled, close } = await openPushStage()
  try {
    let product = await startProduct()
    const cookie = await signIn(product)
    const signals: string[] = []
    let repeatedMost = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = repeated(phones.store.messages)
      signals.push(await post(product, cookie, `Signal ${kill}`))
      await wait(RUN_MS * Math.random())
      await product.end('SIGKILL')
      product = await startProduct()
      await settled(60)
      repeatedMost = Math.max(repeatedMost, repeated(phones.store.messages) - before)
    }
    const shown = new Map<string, Set<string>>()
    for (const { to, topic } of phones.store.messages)
      shown.set(topic ?? '', (shown.get(topic ?? '') ?? new Set()).add(to))
    const lost = signals.reduce(
      (sum, id) => sum + DEVICES - (shown.get(id.replaceAll('-', ''))?.size ?? 0),
      0,
    )
    report.note(`killed ${KILLS} times; ${phones.store.messages.length} messages for ${DEVICES} devices`)
    report.exactly('notifications lost', lost, 0)
    report.atMost('sent again after a kill, at most', repeatedMost, REPEATED_MAX, '')
    // A message with the topic and tag of an earlier one takes its place.
    const others = phones.store.messages.filter(
      ({ topic }) => !signals.some((id) => id.replaceAll('-', '') === topic),
    )
    report.exactly('notifications that show a signal a second time', others.length, 0)
  } finally {
    await close()
  }
}

const repeated = (messages: readonly { replaces: string | null }[]) =>
  messages.filter(({ replaces }) => replaces !== null).length
