// A feed of hundreds of cards: the page stays small and quick, and one comes back to where one was.
import type { Page } from '@playwright/test'
import { isFull } from '#test/full.ts'
import { enter, expect, test } from './people.ts'

const CARDS = 600
const renderedSections = (page: Page) =>
  page.evaluate(() => document.querySelector('[data-section]')?.parentElement?.childElementCount ?? 0)

test(
  'hundreds of cards scrolled through leave few in the page, which Tab and Back still find',
  { tag: '@slow' },
  async ({ page }) => {
    test.setTimeout(90_000)
    await enter(page, 'maya')
    for (let from = 0; from < CARDS; from += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          page.request.post('/api/signals', {
            data: { content: `Card ${from + n}. ${'Words. '.repeat(n)}` },
          }),
        ),
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
    while ((await renderedSections(page)) < CARDS / 20) {
      const before = await renderedSections(page)
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      await expect.poll(() => renderedSections(page), { intervals: [20] }).toBeGreaterThan(before)
    }
    expect(await page.getByRole('article').count()).toBeLessThan(500)
    // Far more than a tenth of a second would be felt. Only a full run has the machine to itself.
    const worstMs = await page.evaluate(() => (window as unknown as { worst: { ms: number } }).worst.ms)
    if (isFull) expect(worstMs).toBeLessThan(1000)

    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2))
    await page.waitForTimeout(500)
    const id = await page.evaluate(
      () =>
        // Two places, further apart than a gap is wide: one of them is on a card.
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
    // At the very top again, and by keyboard from one card to the next.
    await page.evaluate(() => scrollTo(0, 0))
    await expect(page.getByRole('article').first()).toBeInViewport()
    await page.getByRole('article').first().getByRole('link').last().focus()
    await page.keyboard.press('Tab')
    await expect(page.locator('[data-signal] :focus')).toBeInViewport()
  },
)
