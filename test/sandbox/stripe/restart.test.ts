// The sandbox keeps its state when it is killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { clientAt } from './stripe-fixture.ts'
import { beginSubscription } from './fixtures.ts'
import { confirmAsBrowser } from '#tools/sandbox/stripe/browser-actions.ts'

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

/** Starts the sandbox as its own process and waits until it is ready. */
async function start(port: number, file: string): Promise<ChildProcess> {
  const main = join(import.meta.dirname, '../../../tools/sandbox/stripe/main.ts')
  const child = spawn(process.execPath, ['--no-warnings', main, file], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((done) => child.stdout?.once('data', done))
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await ended
}

test('the sandbox continues where it was after being killed between two steps', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stripe-sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'state.sqlite')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const stripe = clientAt(url, { maxNetworkRetries: 0 })
  const first = await start(port, file)
  const { subscription, secret } = await beginSubscription(stripe)
  const key = { idempotencyKey: 'before the end' }
  const customer = await stripe.customers.create({ name: 'kept' }, key)
  await kill(first)
  await expect(stripe.customers.list()).rejects.toMatchObject({ type: 'StripeConnectionError' })

  const second = await start(port, file)
  expect((await stripe.customers.create({ name: 'kept' }, key)).id).toBe(customer.id)
  expect((await confirmAsBrowser(url, secret, '4242424242424242')).status).toBe(200)
  await kill(second)

  await start(port, file)
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  expect((await stripe.charges.list()).data).toHaveLength(1)
  // Neither the database nor its write-ahead log contains a card number or security code.
  for (const name of [file, `${file}-wal`]) {
    expect(readFileSync(name).includes('4242424242424242')).toBe(false)
  }
})
