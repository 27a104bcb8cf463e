// Every tab and dialog has an address: the address opens it, Back closes it, and a reload keeps it.
import type { Page } from '@playwright/test'
import { openAs, expect, test } from './fixtures.ts'

const tab = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const current = (page: Page) => page.getByRole('navigation').locator('[aria-current=page]')

test('the three tabs have addresses; Back and Forward switch between them, and a reload keeps the tab', async ({
  screenPage: page,
}) => {
  await openAs(page, 'maya')
  const visits: [name: string, path: string][] = [
    ['Feed', '/'],
    ['Portfolio', '/portfolio'],
    ['Profile', '/profile'],
  ]
  for (const [name, path] of visits) {
    if (path !== '/') await tab(page, name).click()
    await expect(page).toHaveURL(path)
    await expect(current(page)).toHaveText(name)
    await page.reload()
    await expect(current(page)).toHaveText(name)
  }
  await page.goBack()
  await expect(current(page)).toHaveText('Portfolio')
  await page.goBack()
  await expect(current(page)).toHaveText('Feed')
  await page.goForward()
  await expect(current(page)).toHaveText('Portfolio')
})

test("the feed's scope is in the address, and Back from a profile restores it", async ({
  screenPage: page,
}) => {
  await openAs(page, 'rosa')
  await page.getByRole('radio', { name: 'Everyone' }).check()
  await expect(page).toHaveURL('/?scope=everyone')
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Everyone' })).toBeChecked()
  await page.getByRole('article').first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/profile\//)
  await page.goBack()
  await expect(page).toHaveURL('/?scope=everyone')
  await expect(page.getByRole('radio', { name: 'Everyone' })).toBeChecked()
})

const DIALOGS = [
  { who: 'maya', path: '/', dialog: 'signal', title: 'Share Investment Signal' },
  { who: 'rosa', path: '/profile', dialog: 'edit-profile', title: 'Edit Profile' },
]

for (const { who, path, dialog, title } of DIALOGS)
  test(`the dialog "${title}" has an address: Back closes it, Forward opens it, and a reload keeps it`, async ({
    screenPage: page,
  }) => {
    await openAs(page, who, path)
    const opened = page.getByRole('dialog', { name: title })
    await page.locator(`a[href$="dialog=${dialog}"]`).first().click()
    await expect(page).toHaveURL(`${path}?dialog=${dialog}`)
    await expect(opened).toBeVisible()
    await page.goBack()
    await expect(opened).toHaveCount(0)
    await expect(page).toHaveURL(path)
    await page.goForward()
    await expect(opened).toBeVisible()
    await page.reload()
    await expect(opened).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(opened).toHaveCount(0)
    await expect(page).toHaveURL(path)
  })
