// The page's clock in the hands of a journey. `page.clock.install()` comes first, before the page is opened.
import type { Locator, Page } from '@playwright/test'
import { expect } from './people.ts'

/** Stops the page's clock; from here on it moves only when told to. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(new Date(Date.now() + 120_000))
}

/**
 * Lets the stopped clock go on in steps of 20 ms, with time for the server to answer between them, until this shows.
 * At most one step lies between the words on the page and the return.
 */
export async function stepUntil(page: Page, shown: Locator, words: string): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(20)
    // Read at once, without waiting: on a busy machine a wait that ends too early would cost another step.
    expect((await shown.allTextContents()).join()).toContain(words)
  }).toPass({ intervals: [10], timeout: 60_000 })
}
