// Returning to a long feed restores the scroll position.
import { openAs, expect, test } from './fixtures.ts'

test('Back from a profile restores the position deep in the feed', { tag: '@slow' }, async ({ page }) => {
  await openAs(page, 'rosa', '/?scope=everyone')
  const cards = page.getByRole('article')
  await expect(cards.first()).toBeVisible()
  while ((await cards.count()) <= 45) {
    const count = await cards.count()
    await cards.last().scrollIntoViewIfNeeded()
    await expect.poll(() => cards.count()).toBeGreaterThan(count)
  }
  const id = await cards.nth(43).getAttribute('data-signal')
  const card = page.locator(`[data-signal="${id}"]`)
  // Waits until the position is stable: cards are laid out only when they come into view.
  const position = () =>
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
  const before = await position()
  const author = card.getByRole('link').first()
  const name = await author.innerText()
  await author.click()
  await expect(page).toHaveURL(`/profile/${name}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)

  await page.goBack()
  await expect(card).toBeInViewport()
  await expect.poll(async () => Math.abs((await position()) - before)).toBeLessThan(4)

  // The product's own Back link restores it too.
  await author.click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(card).toBeInViewport()
  await expect.poll(async () => Math.abs((await position()) - before)).toBeLessThan(4)
})
