// Connects the sample broker through its pages, for tests.
import { portfolio } from '#shared/contracts/portfolio.ts'
import { signInAt } from '#tools/sandbox/broker/browser-actions.ts'
import type { Browser, TestServer } from './server.ts'

/** Connects one of the sample brokers (tools/sandbox/broker/README.md) and waits until its accounts are synced. */
export async function connectSample(server: TestServer, browser: Browser, broker = 'SAMPLE') {
  const { url } = await browser.call(portfolio.connect, { body: { provider: 'snaptrade' } })
  const back = await signInAt(url, { broker })
  const { connections } = await browser.call(portfolio.discoverConnections)
  await server.broker.webhooks.settled()
  await server.jobsDone()
  return { back, connections }
}
