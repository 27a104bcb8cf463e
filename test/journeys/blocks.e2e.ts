// Blocking and muting from the menu of a signal and a profile, undoing it, and the lists in the settings.
import { expect, registerAndOpen, test, toastIn, WIDTHS } from './fixtures.ts'

for (const width of WIDTHS)
  test(`a person is blocked from the profile, and unblocked in the settings, at ${width} px`, async ({
    screenPage: page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await registerAndOpen(page, 'bea', '/profile/theo')
    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    const menu = page.getByRole('button', { name: 'More about @theo' })
    await menu.press('Enter')
    await expect(page.getByRole('menuitem')).toHaveText([/Copy link/, /Mute @theo/, /Block @theo/, /Report/])
    await page.getByRole('menuitem', { name: 'Block @theo' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Block @theo?' })
    await expect(dialog).toContainText('They can still see what anyone sees signed out')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(menu).toBeFocused()

    await menu.click()
    await page.getByRole('menuitem', { name: 'Block @theo' }).click()
    await dialog.getByRole('button', { name: 'Block' }).click()
    await expect(toastIn(page)).toContainText('Blocked @theo')
    await expect(page.getByText('User not found').first()).toBeVisible()
    // Undo restores the viewer's follow.
    await toastIn(page).getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: 'Following', exact: true })).toBeVisible()

    await page.getByRole('button', { name: 'More about @theo' }).click()
    await page.getByRole('menuitem', { name: 'Block @theo' }).click()
    await dialog.getByRole('button', { name: 'Block' }).click()
    await expect(page.getByText('User not found').first()).toBeVisible()
    await page.goto('/settings/privacy')
    const blocked = page.getByRole('region', { name: 'Blocked people' })
    await expect(blocked).toContainText('@theo · since')
    await blocked.getByRole('button', { name: 'Unblock @theo' }).click()
    await expect(blocked).toContainText('You haven’t blocked anybody.')
    await page.goto('/profile/theo')
    await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
  })

for (const width of WIDTHS)
  test(`a person, a ticker and a word are muted and unmuted, at ${width} px`, async ({
    screenPage: page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await registerAndOpen(page, 'mia', '/?scope=everyone')
    const first = page.getByRole('article').first()
    const author = await first.getAttribute('aria-label')
    await first.getByRole('button', { name: 'More about this signal' }).click()
    await page.getByRole('menuitem', { name: /^Mute @/ }).click()
    const dialog = page.getByRole('dialog', { name: /^Mute @/ })
    await dialog.getByText('24 hours').click()
    await dialog.getByRole('button', { name: 'Mute', exact: true }).click()
    await expect(toastIn(page)).toContainText('Muted @')
    await expect(page.getByRole('article', { name: author ?? '', exact: true })).toHaveCount(0)
    await toastIn(page).getByRole('button', { name: 'Undo' }).click()
    await expect(first).toHaveAttribute('aria-label', author ?? '')

    await page.goto('/settings/privacy')
    const muted = page.getByRole('region', { name: 'Muted' })
    await muted.getByRole('button', { name: 'Mute', exact: true }).click()
    await expect(muted.getByText('Enter a word or phrase')).toBeVisible()
    await muted.getByRole('textbox', { name: 'Word or phrase' }).fill('To the Moon')
    await page.keyboard.press('Enter')
    await expect(muted.getByText('to the moon')).toBeVisible()
    await muted.getByRole('button', { name: 'Unmute to the moon' }).click()
    await expect(muted.getByText('to the moon')).toHaveCount(0)
  })
