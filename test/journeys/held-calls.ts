// Calls that are kept waiting, so that a journey can look at the page meanwhile, and answers of its own for them.
import { expect, type Page, type Route } from '@playwright/test'

/** Keeps calls to `path` waiting; the returned function answers the one that waits longest. */
export async function held(page: Page, path: string | RegExp) {
  const waiting: Route[] = []
  await page.route(path, (route) => void waiting.push(route))
  return async (answer: (route: Route) => Promise<void>): Promise<void> => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    const route = waiting.shift()
    if (route) await answer(route)
  }
}

/** What the server would have said. */
export const letThrough = (route: Route) => route.continue()

/** A refusal, in words of the server if there are any. */
export const refusedWith = (status: number, message?: string) => (route: Route) =>
  route.fulfill(message === undefined ? { status, body: '' } : { status, json: { code: 'x', message } })
