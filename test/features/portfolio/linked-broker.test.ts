// The tests' linked broker, whose data counts as real, can't be reached from the product.
import { expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { openProviders } from '#server/adapters/broker/open.ts'
import { linkedBroker } from '#test/linked-broker.ts'
import { sourceFiles } from '#test/source.ts'

const OPENS_IT = ['test/linked-broker.ts', 'test/real-market-server.ts']

test('the linked broker counts as real, which no sample broker does', () => {
  expect(linkedBroker().provider.isSample).toBe(false)
})

test('no file outside test/ imports it or its opener', () => {
  const importers = sourceFiles().filter(({ imports }) => imports.some(({ to }) => OPENS_IT.includes(to)))
  expect(importers.length).toBeGreaterThan(0)
  expect(importers.map(({ path }) => path).filter((path) => !path.startsWith('test/'))).toEqual([])
})

test('no file of the product imports a file that imports it', () => {
  const bySource = new Map(sourceFiles().map(({ path, imports }) => [path, imports.map(({ to }) => to)]))
  const reached = new Set<string>()
  const visit = (path: string): void => {
    if (reached.has(path)) return
    reached.add(path)
    for (const to of bySource.get(path) ?? []) visit(to)
  }
  for (const path of bySource.keys())
    if (/^(server|web|shared|sandbox|demo|scripts|bench)\//.test(path)) visit(path)
  expect(reached.has('server/main.ts')).toBe(true)
  expect(OPENS_IT.filter((path) => reached.has(path))).toEqual([])
})

test.each([
  ['no keys', {}],
  ['keys of the sandboxes', { PLAID_CLIENT_ID: 'id', PLAID_SECRET: 'secret', PLAID_ENV: 'sandbox' }],
])('with %s every provider that answers says that it is a sample', (_what, keys) => {
  const settings = {
    NODE_ENV: 'test',
    SESSION_SECRET: 'x'.repeat(32),
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  }
  const { brokers } = readConfig({ ...settings, ...keys })
  const providers = openProviders(brokers, {
    clock: systemClock,
    sandboxApi: 'http://127.0.0.1:9/sandbox',
    plaidWebhookUrl: () => '',
  })
  expect(providers.length).toBeGreaterThan(0)
  expect(providers.every(({ isSample }) => isSample)).toBe(true)
})
