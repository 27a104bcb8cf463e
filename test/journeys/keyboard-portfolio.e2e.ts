// A portfolio with a keyboard alone: a file comes in, its curve is read day by day and as a table, and it goes again.
import { enterOn, expectBackOn, expectSeen, startOf, tabTo } from './keys.ts'
import { accountsOf, connectSample, exportFile, HISTORY, holdingsOf, importHistory } from './investing.ts'
import { newCreator } from './paying.ts'
import { chooseFile, enter, expect, test, toastOf } from './people.ts'

// Nothing is looked at on its way to where it stands.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

test('Iris brings in a file from the first press to the last', { tag: '@slow' }, async ({ page }) => {
  await newCreator(page, 'iris')
  await page.goto('/portfolio')
  const opener = page.getByRole('link', { name: 'Import a file' })
  await enterOn(page, opener)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeFocused()
  await page.keyboard.press('Escape')
  await expectBackOn(page, opener)

  await page.keyboard.press('Enter')
  const choose = dialog.locator('button', { hasText: 'Choose a file' })
  await tabTo(page, choose)
  const press = () => page.keyboard.press('Enter')
  await chooseFile(page, press, exportFile('buy low\nsell high\n', 'notes.txt'))
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(choose).toBeFocused()
  await expectSeen(page)
  await chooseFile(page, press, exportFile(HISTORY))
  await expect(dialog).toContainText('Review before importing')
  expect(await dialog.evaluate((sheet) => sheet.contains(document.activeElement))).toBe(true)
  await enterOn(page, dialog.getByRole('button', { name: 'Import', exact: true }))
  await expect(toastOf(page)).toContainText('Portfolio Imported')
  await expect(dialog).toHaveCount(0)
  await expect(holdingsOf(page)).toContainText('2 positions')
  // The link that led there is gone with the empty portfolio.
  await expect(startOf(page)).toBeFocused()
})

test(
  'Iris opens the menu of what can be added, and each dialog behind it leads back to its button',
  { tag: '@slow' },
  async ({ page }) => {
    await newCreator(page, 'iris')
    await importHistory(page)
    await page.goto('/portfolio')
    const add = page.getByRole('button', { name: 'Add an account' })
    await enterOn(page, add)
    const items = page.getByRole('menuitem')
    await expect(items.first()).toBeFocused()
    await expectSeen(page)
    await page.keyboard.press('ArrowDown')
    await expect(items.last()).toBeFocused()
    await expectSeen(page)
    await page.keyboard.press('Escape')
    await expect(items).toHaveCount(0)
    await expect(add).toBeFocused()
    await expectSeen(page)

    for (const place of [0, 1]) {
      await page.keyboard.press('Enter')
      await expect(items.first()).toBeFocused()
      for (let steps = 0; steps < place; steps++) await page.keyboard.press('ArrowDown')
      await expect(items.nth(place)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toBeFocused()
      await page.keyboard.press('Escape')
      await expectBackOn(page, add)
    }
  },
)

for (const width of [1280, 360])
  test(
    `Maya reads her curve by range, by day and as a table at ${width} px`,
    { tag: '@slow' },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await enter(page, 'maya', '/portfolio')
      const ranges = page.getByRole('radiogroup', { name: 'Range' })
      const chosen = ranges.getByRole('radio', { checked: true })
      await tabTo(page, chosen)
      const before = await chosen.getAttribute('aria-label')
      await page.keyboard.press('ArrowLeft')
      await expect(chosen).toBeFocused()
      expect(await chosen.getAttribute('aria-label')).not.toBe(before)
      await expectSeen(page)

      const day = page.getByRole('slider', { name: 'Day' })
      await tabTo(page, day)
      const last = await day.getAttribute('aria-valuetext')
      await page.keyboard.press('Home')
      await expect(day).toHaveAttribute('aria-valuenow', '0')
      await expect(day).not.toHaveAttribute('aria-valuetext', last ?? '')
      await page.keyboard.press('End')
      await expect(day).toHaveAttribute('aria-valuetext', last ?? '')
      await expectSeen(page)

      const more = page.getByRole('button', { name: 'Show as table' })
      await enterOn(page, more)
      await expect(more).toHaveAttribute('aria-expanded', 'true')
      await expect(more).toBeFocused()
      // It scrolls by itself, and so is a stop of its own.
      await page.keyboard.press('Tab')
      const table = page.getByRole('region', { name: /by day, newest first/ })
      await expect(table).toBeFocused()
      await expectSeen(page)
      await page.keyboard.press('End')
      await expect.poll(() => table.evaluate((place) => place.scrollTop)).toBeGreaterThan(0)
      await tabTo(page, more, 'Shift+Tab')
      await page.keyboard.press('Space')
      await expect(more).toHaveAttribute('aria-expanded', 'false')
    },
  )

test(
  'Iris deletes what she brought in, account by account, and is never lost',
  { tag: '@slow' },
  async ({ page }) => {
    await newCreator(page, 'iris')
    await importHistory(page)
    await connectSample(page)
    await page.goto('/portfolio')
    const accounts = accountsOf(page)
    const dialog = page.getByRole('dialog')
    const remove = accounts.getByRole('button', { name: /^Delete CSV file/ })
    await enterOn(page, remove)
    await expect(dialog).toBeFocused()
    await page.keyboard.press('Escape')
    await expectBackOn(page, remove)
    await page.keyboard.press('Enter')
    await enterOn(page, dialog.getByRole('button', { name: 'Delete import' }))
    await expect(toastOf(page)).toContainText('Import Deleted')
    await expect(dialog).toHaveCount(0)
    await expect(accounts.getByRole('heading', { name: 'Accounts' })).toBeFocused()

    const disconnect = accounts.getByRole('button', { name: /^Disconnect/ })
    await enterOn(page, disconnect)
    await expect(dialog).toBeFocused()
    await page.keyboard.press('Escape')
    await expectBackOn(page, disconnect)
    await page.keyboard.press('Enter')
    await enterOn(page, dialog.getByRole('button', { name: 'Disconnect' }))
    await expect(page.getByRole('heading', { name: 'No portfolio data available' })).toBeVisible()
    await expect(startOf(page)).toBeFocused()
  },
)
