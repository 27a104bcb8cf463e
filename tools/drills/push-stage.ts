// The environment of drills about push: 600 people with a bell for one author, and a push service that outlives the product.
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { hashPassword } from '#server/features/auth/passwords.ts'
import { type ListeningPush, listenPushSandbox } from '#tools/sandbox/push/listen.ts'
import { addPeople } from '../bench/population.ts'
import { ringFor } from '../bench/ring-for.ts'
import { LONG_DATABASE_TIMEOUTS, type Product } from './product.ts'
import { openStage, type Stage } from './stage.ts'

export const DEVICES = 600
const AUTHOR = 17
const FIRST = 5000
/** A send takes this long, so that a run can be killed in the middle. */
const SEND_MS = 40

export type PushStage = {
  stage: Stage
  phones: ListeningPush
  startProduct: () => Promise<Product>
  signIn: (product: Product) => Promise<string>
  /** Resolves with the signal's id. */
  post: (product: Product, cookie: string, content: string) => Promise<string>
  /** Waits until nothing is to be handed over. Throws after `seconds`. */
  settled: (seconds: number) => Promise<void>
  close: () => Promise<void>
}

export async function openPushStage(): Promise<PushStage> {
  const stage = await openStage()
  const phones = await listenPushSandbox()
  const { pool } = stage
  const password = await hashPassword('signalpost')
  await addPeople(pool, AUTHOR, AUTHOR, password)
  await addPeople(pool, FIRST, FIRST + DEVICES - 1, password)
  const phone = phones.subscribe()
  phones.store.behave(phone.id, { status: 201, delayMs: SEND_MS })
  await ringFor({ pool }, AUTHOR, phone, DEVICES)
  return {
    stage,
    phones,
    // Long timeouts, because the drill doesn't measure how soon a busy machine answers.
    startProduct: () => stage.stripe.startProduct({ ...LONG_DATABASE_TIMEOUTS, PUSH_HOSTS: phones.host }),
    signIn: (product) => product.signIn(`person_${AUTHOR}`),
    async post(product, cookie, content) {
      const response = await product.ask('/api/signals', cookie, {
        content,
        signalType: 'buy',
        tickers: '["XLE"]',
      })
      if (!response.ok) throw new Error(`posting returned ${response.status}`)
      return ((await response.json()) as { id: string }).id
    },
    async settled(seconds) {
      for (const end = performance.now() + seconds * 1000; ; await wait(200)) {
        if ((await waiting(pool)) === 0) return
        if (performance.now() > end) throw new Error(`Notifications still wait after ${seconds} s`)
      }
    },
    async close() {
      phones.close()
      await stage.close()
    },
  }
}

async function waiting(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select (select count(*) from deliveries)::int + (select count(*) from delivery_receipts where push_due_at is not null)::int
      + (select count(*) from push_devices where release_at is not null)::int as n`,
  )
  return rows[0]?.n ?? 0
}
