// A feed of hundreds of cards: the page stays small and fast, and Back restores the position.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { isFull } from '#test/test-scope.ts'
import { expect, openAs, test } from './fixtures.ts'

const CARDS = 600
const PAGE_SIZE = 20
/** The pages of the feed that are loaded; only those near the viewport are in the DOM as cards. */
const loadedPages = (page: Page) =>
  page.evaluate(() => document.querySelector('[data-section]')?.parentElement?.childElementCount ?? 0)

/** Posts a signal. A busy server can answer 503 to some of fifty posts at once; a retry with the same id posts only once. */
async function post(page: Page, content: string): Promise<void> {
  const data = { content, draftId: randomUUID() }
  await expect(async () => {
    expect((await page.request.post('/api/signals', { data })).status()).toBe(201)
  }).toPass({ intervals: [250, 500, 1000] })
}

test(
  'a long feed keeps few cards in the DOM, stays responsive, and works with Back and Tab',
  { tag: '@slow' },
  async ({ page }) => {
    test.setTimeout(180_000)
    await openAs(page, 'maya')
    for (let from = 0; from < CARDS; from += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, n) => post(page, `Card ${from + n}. ${'Words. '.repeat(n)}`)),
      )
    await page.reload()
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.evaluate(() => {
      const worst = { ms: 0 }
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) worst.ms = Math.max(worst.ms, duration)
      }).observe({ type: 'longtask' })
      Object.assign(window, { worst })
    })
    // Scrolls again in each poll: the page grows when the cards at its end are laid out, and the end moves away.
    const scrollToEnd = async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      return loadedPages(page)
    }
    await expect
      .poll(scrollToEnd, { intervals: [20], timeout: 90_000 })
      .toBeGreaterThanOrEqual(CARDS / PAGE_SIZE)
    expect(await page.getByRole('article').count()).toBeLessThan(500)
    // People notice more than a tenth of a second. Only a full run has the machine to itself.
    const worstMs = await page.evaluate(() => (window as unknown as { worst: { ms: number } }).worst.ms)
    if (isFull) expect(worstMs).toBeLessThan(1000)

    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2))
    await page.waitForTimeout(500)
    const id = await page.evaluate(
      () =>
        // Two points, farther apart than the gap between cards, so at least one of them is on a card.
        [innerHeight / 2, innerHeight / 2 + 60]
          .flatMap((y) => document.elementsFromPoint(innerWidth / 3, y))
          .map((element) => element.closest<HTMLElement>('[data-signal]')?.dataset.signal)
          .find(Boolean) ?? '',
    )
    const card = page.locator(`[data-signal="${id}"]`)
    const top = async () => (await card.boundingBox())?.y ?? Number.NaN
    const before = await top()
    await page.waitForTimeout(200)
    await card.getByRole('link').nth(1).focus()
    await page.keyboard.press('Enter')
    await expect(page).not.toHaveURL('/')
    await page.goBack()
    await expect(card).toBeInViewport()
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(4)
    // Back at the top, Tab moves from one card to the next.
    await page.evaluate(() => scrollTo(0, 0))
    await expect(page.getByRole('article').first()).toBeInViewport()
    await page.getByRole('article').first().getByRole('link').last().focus()
    await page.keyboard.press('Tab')
    await expect(page.locator('[data-signal] :focus')).toBeInViewport()
  },
)
