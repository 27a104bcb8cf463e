// On paper: dark ink on white, whatever the theme, and nothing over the page that is fixed to the window.
import { enter, expect, test, toastOf } from './people.ts'

test('a page is printed on white, without dock, toast or open dialog', { tag: '@slow' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await enter(page, 'theo', '/profile')
  const card = page.getByRole('article').first()
  const dock = page.getByRole('navigation')
  await expect(card).toBeVisible()
  await expect(dock).toBeVisible()
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
  await expect(dock).toBeHidden()
  await expect(toastOf(page)).toBeHidden()
  await expect(page.locator('article').first()).toBeVisible()
  const onPaper = await look()
  expect(onPaper.header).toBe('static')
  expect(brightness(onPaper.backgroundColor)).toBeGreaterThan(230)
  expect(brightness(onPaper.color)).toBeLessThan(80)
  expect(brightness(onScreen.backgroundColor)).toBeLessThan(40)
})

/** Of an `rgb()` colour: the mean of its three parts, 0 to 255. */
function brightness(colour: string): number {
  const parts = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
  return parts.reduce((sum, part) => sum + part, 0) / 3
}
