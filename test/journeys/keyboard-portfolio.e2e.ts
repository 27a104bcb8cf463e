// A portfolio by keyboard alone: importing a file, reading the chart by day and as a table, and deleting accounts.
import {
  pressEnterOn,
  expectBackOn,
  expectFocusVisible,
  pageContent,
  tabTo,
  typeInto,
} from './keyboard-steps.ts'
import {
  accountsOf,
  ASKING_FILE,
  connectSampleBroker,
  exportFile,
  failCalculation,
  HISTORY,
  holdingsOf,
  importHistory,
  TWO_ACCOUNTS,
} from './portfolio-steps.ts'
import { newCreator } from './payment-steps.ts'
import { chooseFile, openAs, expect, test, toastIn, WIDTHS } from './fixtures.ts'

// Animated elements can't be measured.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

test('Iris imports a file', { tag: '@slow' }, async ({ page }) => {
  await newCreator(page, 'iris')
  await page.goto('/portfolio')
  const opener = page.getByRole('link', { name: 'Import a file' })
  await pressEnterOn(page, opener)
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
  await expectFocusVisible(page)
  await chooseFile(page, press, exportFile(HISTORY))
  await expect(dialog).toContainText('Review before importing')
  expect(await dialog.evaluate((sheet) => sheet.contains(document.activeElement))).toBe(true)
  await pressEnterOn(page, dialog.getByRole('button', { name: 'Import', exact: true }))
  await expect(toastIn(page)).toContainText('Portfolio imported')
  await expect(dialog).toHaveCount(0)
  await expect(holdingsOf(page)).toContainText('2 positions')
  // The link that opened the dialog disappears with the empty portfolio.
  await expect(pageContent(page)).toBeFocused()
})

test(
  'Iris chooses an account of a file and answers what her file leaves open',
  { tag: '@slow' },
  async ({ page }) => {
    await newCreator(page, 'iris')
    await page.goto('/portfolio?dialog=import-portfolio')
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles(exportFile(TWO_ACCOUNTS))
    const plan = dialog.getByRole('switch', { name: 'ACME 401(K) PLAN …61' })
    await tabTo(page, plan)
    await page.keyboard.press('Space')
    await expect(plan).not.toBeChecked()
    await expectFocusVisible(page)
    await pressEnterOn(page, dialog.getByRole('button', { name: 'Continue' }))
    await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeEnabled()

    await page.goto('/portfolio?dialog=import-portfolio')
    await dialog.locator('input[type=file]').setInputFiles(exportFile(ASKING_FILE))
    await typeInto(page, dialog.getByLabel('Shares owed of ACME'), '200')
    await typeInto(page, dialog.getByLabel(/^Received per share of ACME/), '1.5')
    await typeInto(page, dialog.getByLabel('Cash (USD)'), '90000')
    await pressEnterOn(page, dialog.getByRole('button', { name: 'What received shares cost: 1 ticker' }))
    await typeInto(page, dialog.getByLabel(/^Cost per share of BOLT/), '0')
    await pressEnterOn(page, dialog.getByRole('button', { name: 'Import', exact: true }))
    await expect(toastIn(page)).toContainText('Portfolio imported')
  },
)

test('Iris starts a failed calculation again, and the focus stays', { tag: '@slow' }, async ({ page }) => {
  await newCreator(page, 'iris')
  await importHistory(page)
  await failCalculation(page)
  await page.goto('/portfolio')
  const retry = page.getByRole('button', { name: 'Try again' })
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && /portfolio/.test(request.url()),
  )
  await pressEnterOn(page, retry)
  await asked
  await expect(retry).toBeFocused()
  await expectFocusVisible(page)
})

test(
  'Iris opens the Add menu, and closing each of its dialogs returns the focus to the menu button',
  { tag: '@slow' },
  async ({ page }) => {
    await newCreator(page, 'iris')
    await importHistory(page)
    await page.goto('/portfolio')
    const add = page.getByRole('button', { name: 'Add an account' })
    await pressEnterOn(page, add)
    const items = page.getByRole('menuitem')
    await expect(items.first()).toBeFocused()
    await expectFocusVisible(page)
    await page.keyboard.press('ArrowDown')
    await expect(items.last()).toBeFocused()
    await expectFocusVisible(page)
    await page.keyboard.press('Escape')
    await expect(items).toHaveCount(0)
    await expect(add).toBeFocused()
    await expectFocusVisible(page)

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

for (const width of WIDTHS)
  test(
    `Maya reads her chart by range, by day and as a table at ${width} px`,
    { tag: '@slow' },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await openAs(page, 'maya', '/portfolio')
      const ranges = page.getByRole('radiogroup', { name: 'Range' })
      const chosen = ranges.getByRole('radio', { checked: true })
      await tabTo(page, chosen)
      const before = await chosen.getAttribute('aria-label')
      await page.keyboard.press('ArrowLeft')
      await expect(chosen).toBeFocused()
      expect(await chosen.getAttribute('aria-label')).not.toBe(before)
      await expectFocusVisible(page)

      const day = page.getByRole('slider', { name: 'Day' })
      await tabTo(page, day)
      const last = await day.getAttribute('aria-valuetext')
      await page.keyboard.press('Home')
      await expect(day).toHaveAttribute('aria-valuenow', '0')
      await expect(day).not.toHaveAttribute('aria-valuetext', last ?? '')
      await page.keyboard.press('End')
      await expect(day).toHaveAttribute('aria-valuetext', last ?? '')
      await expectFocusVisible(page)

      const more = page.getByRole('button', { name: 'Show as table' })
      await pressEnterOn(page, more)
      await expect(more).toHaveAttribute('aria-expanded', 'true')
      await expect(more).toBeFocused()
      // The table scrolls, so it is a tab stop.
      await page.keyboard.press('Tab')
      const table = page.getByRole('region', { name: /by day, newest first/ })
      await expect(table).toBeFocused()
      await expectFocusVisible(page)
      await page.keyboard.press('End')
      await expect.poll(() => table.evaluate((place) => place.scrollTop)).toBeGreaterThan(0)
      await tabTo(page, more, 'Shift+Tab')
      await page.keyboard.press('Space')
      await expect(more).toHaveAttribute('aria-expanded', 'false')
    },
  )

test(
  'Iris deletes her accounts one by one, and the focus is never lost',
  { tag: '@slow' },
  async ({ page }) => {
    await newCreator(page, 'iris')
    await importHistory(page)
    await connectSampleBroker(page)
    await page.goto('/portfolio')
    const accounts = accountsOf(page)
    const dialog = page.getByRole('dialog')
    const remove = accounts.getByRole('button', { name: /^Delete CSV file/ })
    await pressEnterOn(page, remove)
    await expect(dialog).toBeFocused()
    await page.keyboard.press('Escape')
    await expectBackOn(page, remove)
    await page.keyboard.press('Enter')
    await pressEnterOn(page, dialog.getByRole('button', { name: 'Delete import' }))
    await expect(toastIn(page)).toContainText('Import deleted')
    await expect(dialog).toHaveCount(0)
    await expect(accounts.getByRole('heading', { name: 'Accounts' })).toBeFocused()

    const disconnect = accounts.getByRole('button', { name: /^Disconnect/ })
    await pressEnterOn(page, disconnect)
    await expect(dialog).toBeFocused()
    await page.keyboard.press('Escape')
    await expectBackOn(page, disconnect)
    await page.keyboard.press('Enter')
    await pressEnterOn(page, dialog.getByRole('button', { name: 'Disconnect' }))
    await expect(page.getByRole('heading', { name: 'No portfolio data available' })).toBeVisible()
    await expect(pageContent(page)).toBeFocused()
  },
)
