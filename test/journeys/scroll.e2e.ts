// Coming back to a long feed: the same card stands where it stood.
import { enter, expect, test } from './people.ts'

test(
  'after a profile, Back shows the card one came from, deep in the feed',
  { tag: '@slow' },
  async ({ page }) => {
    await enter(page, 'rosa', '/?scope=everyone')
    const cards = page.getByRole('article')
    await expect(cards.first()).toBeVisible()
    while ((await cards.count()) <= 45) {
      const count = await cards.count()
      await cards.last().scrollIntoViewIfNeeded()
      await expect.poll(() => cards.count()).toBeGreaterThan(count)
    }
    const id = await cards.nth(43).getAttribute('data-signal')
    const card = page.locator(`[data-signal="${id}"]`)
    // Settled: cards are laid out only as they come into view.
    const place = () =>
      card.evaluate(
        (element) =>
          new Promise<number>((resolve) => {
            const measure = () => element.getBoundingClientRect().top
            const look = (before: number) =>
              requestAnimationFrame(() => (measure() === before ? resolve(before) : look(measure())))
            requestAnimationFrame(() => look(measure()))
          }),
      )
    await card.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const before = await place()
    const author = card.getByRole('link').first()
    const name = await author.innerText()
    await author.click()
    await expect(page).toHaveURL(`/profile/${name}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)

    await page.goBack()
    await expect(card).toBeInViewport()
    await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(4)

    // The same through the product's own way back.
    await author.click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(card).toBeInViewport()
    await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(4)
  },
)
