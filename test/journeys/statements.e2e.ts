// The last 12 months of a ticker by one person: from a signal, as a file, printed, and for visitors.
import { expectAccessible } from './expect-accessible.ts'
import { expect, openAs, test, WIDTHS } from './fixtures.ts'
import { mayaOn } from './screen-addresses.ts'

for (const width of WIDTHS)
  test(`a signal leads to everything its author published about the ticker at ${width} px`, async ({
    screenPage: page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await openAs(page, 'rosa', '/')
    await page.goto(`/signal/${(await mayaOn(page, 'NVDA')).at(-1)?.id}`)
    await expect(page.getByRole('article').first()).toContainText(
      'Maya held $NVDA and wasn’t paid to post this',
    )
    await page.getByRole('link', { name: 'Maya’s last 12 months of $NVDA' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The last 12 months of $NVDA by Maya')
    // Another journey may have posted about it as Maya before.
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText(
      /(At the one trade signal|Of \d+ trade signals), Maya held \$NVDA/,
    )
    await expect(page.getByRole('listitem').filter({ hasText: 'Trimmed a quarter' })).toContainText(
      'Holds it: yes · Paid to post: no · Sample broker: held before posting',
    )
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^maya-NVDA-.*\.csv$/)
    await expectAccessible(page)

    // On paper there is only the list.
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation').first()).toBeHidden()
    await expect(page.getByRole('link', { name: 'Download CSV' })).toBeHidden()
    await expect(page.getByText('Trimmed a quarter')).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
  })

test('a malformed comment in the address of a signal shows its thread', async ({ screenPage: page }) => {
  await openAs(page, 'rosa', '/')
  await page.goto(`/signal/${(await mayaOn(page, 'NVDA')).at(-1)?.id}?comment=x`)
  await expect(page.getByText('The linked comment isn’t there anymore.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Write a comment' })).toBeVisible()
})
