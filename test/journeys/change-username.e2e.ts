// Changing the username in Settings: the old address redirects, and the fourth change within 30 days is refused.
import type { Page } from '@playwright/test'
import { expect, registerAndOpen, signInByApi, test, toastIn, WIDTHS } from './fixtures.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Change username' })

async function changeTo(page: Page, username: string): Promise<void> {
  await page.getByRole('link', { name: 'Change username' }).click()
  await dialogOf(page).getByLabel('Username').fill(username)
  await dialogOf(page).getByRole('button', { name: 'Save username' }).click()
}

for (const width of WIDTHS)
  test(`a new username at ${width} px: the old addresses redirect, and the fourth change is refused`, async ({
    screenPage: page,
    openBrowser,
  }) => {
    await page.setViewportSize({ width, height: 780 })
    const first = await registerAndOpen(page, 'walker', '/settings/account')
    const name = (word: string) => `${word}_${first}`.slice(0, 30)

    await changeTo(page, 'maya')
    await expect(dialogOf(page).getByText('Username is already taken')).toBeVisible()
    await dialogOf(page).getByLabel('Username').fill('a b')
    await expect(
      dialogOf(page).getByText('Username can only contain letters, numbers, and underscores'),
    ).toBeVisible()
    await page.keyboard.press('Escape')

    await changeTo(page, name('two'))
    await expect(dialogOf(page)).toHaveCount(0)
    await expect(toastIn(page)).toContainText('Your old one leads to your profile for 90 days.')
    await expect(page.getByText(name('two'), { exact: true }).first()).toBeVisible()

    const other = await openBrowser()
    await other.setViewportSize({ width, height: 780 })
    await signInByApi(other, 'rosa')
    await other.goto(`/profile/${first}`)
    await expect(other).toHaveURL(`/profile/${name('two')}`)
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(name('two'))
    await other.goto(`/profile/${first}/followers`)
    await expect(other).toHaveURL(`/profile/${name('two')}/followers`)
    // One's own old address leads to one's own profile.
    await page.goto(`/profile/${first}`)
    await expect(page).toHaveURL(`/profile/${name('two')}`)
    await expect(page.getByRole('link', { name: 'Edit Profile' })).toBeVisible()

    await page.goto('/settings/account')
    for (const word of ['three', 'four']) {
      await changeTo(page, name(word))
      await expect(dialogOf(page)).toHaveCount(0)
    }
    await changeTo(page, name('five'))
    await expect(dialogOf(page).getByRole('alert')).toContainText(
      /You can change your username 3 times in 30 days\. You can change it again from \w+ \d+, \d{4}\./,
    )
    await page.keyboard.press('Escape')
    await expect(page.getByText(name('four'), { exact: true }).first()).toBeVisible()
    await other.goto(`/profile/${first}`)
    await expect(other).toHaveURL(`/profile/${name('four')}`)
  })
