// Controls the page's clock. A journey calls `page.clock.install()` before it opens the page.
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Stops the page's clock; from then on it advances only on request. */
export async function stopClock(page: Page): Promise<void> {
  if ((await page.getByRole('navigation', { name: 'Main' }).count()) > 0) await loadToasts(page)
  await page.clock.pauseAt(new Date(Date.now() + 120_000))
}

/** A signed-in page prefetches the toasts a second after its first screen. Loading them later would take up part of a delay. */
async function loadToasts(page: Page): Promise<void> {
  const load = async () => {
    const preload = document.querySelector<HTMLLinkElement>('link[rel=modulepreload][href*="/toast-"]')
    if (preload) await import(preload.href)
    return preload !== null
  }
  await expect.poll(() => page.evaluate(load)).toBe(true)
}

/**
 * Advances the stopped clock in steps of 20 ms, with time for the server to answer in between, until `shown` contains
 * `words`. The function returns at most one step after the words appear.
 */
export async function stepUntil(page: Page, shown: Locator, words: string): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(20)
    // Reads at once, without waiting: on a busy machine a timeout would cost another step.
    expect((await shown.allTextContents()).join()).toContain(words)
  }).toPass({ intervals: [10], timeout: 60_000 })
}
