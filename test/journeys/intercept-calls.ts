// Holds calls of the page, so that a journey can check pending states, and answers them.
import { expect, type Page, type Route } from '@playwright/test'

/** Holds calls to `path`; the returned function answers the oldest one. */
export async function holdCalls(page: Page, path: string | RegExp) {
  const waiting: Route[] = []
  await page.route(path, (route) => void waiting.push(route))
  return async (answer: (route: Route) => Promise<void>): Promise<void> => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    const route = waiting.shift()
    if (route) await answer(route)
  }
}

/** Lets the server answer. */
export const continueCall = (route: Route) => route.continue()

/** Answers with an error, with the server's message if there is one. */
export const failWith = (status: number, message?: string) => (route: Route) =>
  route.fulfill(message === undefined ? { status, body: '' } : { status, json: { code: 'x', message } })
