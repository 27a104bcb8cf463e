// Reporting a signal from its menu, and what the reporter sees afterwards.
import { expect, registerAndOpen, test, toastIn, WIDTHS } from './fixtures.ts'

for (const width of WIDTHS)
  test(`a signal is reported from its menu, and its text is hidden for the reporter, at ${width} px`, async ({
    screenPage: page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await registerAndOpen(page, 'rea', '/?scope=everyone')
    const first = page.getByRole('article').first()
    await first.getByRole('button', { name: 'More about this signal' }).click()
    await page.getByRole('menuitem', { name: 'Report' }).click()
    const dialog = page.getByRole('dialog', { name: 'Report this signal' })
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(dialog.getByText('Choose a reason')).toBeVisible()
    await dialog.getByRole('radio', { name: /Promises a sure return/ }).check()
    await dialog.getByRole('textbox', { name: 'What’s wrong?' }).fill('It says guaranteed.')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(toastIn(page)).toContainText('Report sent')
    await expect(first).toContainText('You reported this signal')
    await first.getByRole('button', { name: 'More about this signal' }).click()
    await expect(page.getByRole('menuitem', { name: 'Report' })).toHaveCount(0)
    // It can be found again in the settings, with the time by which it is decided.
    await page.goto('/settings/privacy')
    const own = page.getByRole('region', { name: 'Your reports' })
    await expect(own).toContainText('A signal: Promises a sure return')
    await expect(own).toContainText('we decide by')
    await expect(page.getByRole('region', { name: 'Decisions about you' })).toContainText('None.')
  })
