// Goes through the sample broker's pages as a person does: chooses one, connects it, and comes back.
import { portfolio } from '#shared/contracts/portfolio.ts'
import type { Browser, TestServer } from './server.ts'

/** What the page one comes back to was told, such as `{ status: 'SUCCESS', connection_id: '…' }`. */
export type CameBack = { path: string; told: Record<string, string> }

/** Opens the address as a browser does and presses a button of its form. Throws when the page leads nowhere. */
export async function signInAt(
  url: string,
  choice: { broker?: string; do?: 'connect' | 'cancel' },
): Promise<CameBack> {
  const form = new URLSearchParams({
    do: choice.do ?? 'connect',
    ...(choice.broker && { broker: choice.broker }),
  })
  const response = await fetch(url, { method: 'POST', body: form, redirect: 'manual' })
  const location = response.headers.get('location')
  if (location === null)
    throw new Error(`The broker's page answered ${response.status}: ${await response.text()}`)
  const { pathname, searchParams } = new URL(location)
  return { path: pathname, told: Object.fromEntries(searchParams) }
}

/** Connects one of the sample brokers (sandbox/broker/README.md) and waits until it is read. */
export async function connectSample(server: TestServer, browser: Browser, broker = 'SAMPLE') {
  const { url } = await browser.call(portfolio.connect, { body: { provider: 'snaptrade' } })
  const back = await signInAt(url, { broker })
  const { connections } = await browser.call(portfolio.discoverConnections)
  await server.broker.webhooks.settled()
  await server.jobsDone()
  return { back, connections }
}
