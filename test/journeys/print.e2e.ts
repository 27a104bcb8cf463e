// Printing uses dark text on white in every theme, without elements fixed to the window.
import { openAs, expect, test, toastIn } from './fixtures.ts'

test('a page prints on white, without tabs, toast or open dialog', { tag: '@slow' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openAs(page, 'theo', '/profile')
  const card = page.getByRole('article').first()
  const navigation = page.getByRole('navigation')
  await expect(card).toBeVisible()
  await expect(navigation).toBeVisible()
  await page.goto('/?dialog=signal')
  const dialog = page.getByRole('dialog', { name: 'Share Investment Signal' })
  await expect(dialog).toBeVisible()
  const look = () =>
    page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body)
      const header = document.querySelector('header')
      return { backgroundColor, color, header: header && getComputedStyle(header).position }
    })
  const onScreen = await look()

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(dialog).toBeHidden()
  await expect(navigation).toBeHidden()
  await expect(toastIn(page)).toBeHidden()
  await expect(page.locator('article').first()).toBeVisible()
  const onPaper = await look()
  expect(onPaper.header).toBe('static')
  expect(brightness(onPaper.backgroundColor)).toBeGreaterThan(230)
  expect(brightness(onPaper.color)).toBeLessThan(80)
  expect(brightness(onScreen.backgroundColor)).toBeLessThan(40)
})

/** The mean of the three parts of an `rgb()` color, 0 to 255. */
function brightness(color: string): number {
  const parts = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
  return parts.reduce((sum, part) => sum + part, 0) / 3
}
