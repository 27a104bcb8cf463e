// The menu of a person in lists, in the search and on Discover, and what is left of a blocked person.
import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, openAs, registerAndOpen, test, toastIn, WIDTHS } from './fixtures.ts'
import { untilRanked } from './record-steps.ts'

const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `More about @${name}` })
const field = (page: Page) => page.getByRole('combobox', { name: 'Search people and tickers' })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name })

for (const width of WIDTHS)
  test(`a person is muted and blocked from rows about them, and then reported, at ${width} px`, async ({
    screenPage: page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    test.slow()
    await untilRanked(page)
    await registerAndOpen(page, 'rowan', '/profile/theo/followers')
    const menu = menuOf(page, 'maya')
    await menu.scrollIntoViewIfNeeded()
    const before = await menu.boundingBox()
    expect(before?.width).toBeGreaterThanOrEqual(width < 768 ? 44 : 24)
    expect(before?.height).toBeGreaterThanOrEqual(width < 768 ? 44 : 24)
    await menu.press('Enter')
    await expect(page.getByRole('menuitem')).toHaveText([/Copy link/, /Mute @maya/, /Block @maya/, /Report/])
    // Nothing moves when the menu's code has loaded.
    expect(await menu.boundingBox()).toEqual(before)
    await item(page, 'Mute @maya').press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Mute', exact: true }).click()
    await expect(toastIn(page)).toContainText('Muted @maya')
    await toastIn(page).getByRole('button', { name: 'Undo' }).click()

    // The search, by keyboard: its menus come after the field.
    await page.goto('/discover')
    const search = page.getByRole('link', { name: 'Search people and tickers' })
    await search.click()
    await field(page).fill('marta li')
    await expect(page.getByRole('option', { name: /Marta Lind/ })).toBeVisible()
    // It checks all widths.
    if (width === 1280) await expectAccessible(page)
    await page.setViewportSize({ width, height: 800 })
    await field(page).press('Tab')
    await expect(menuOf(page, 'marta')).toBeFocused()
    await page.keyboard.press('Enter')
    await item(page, 'Block @marta').press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Block @marta?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/discover')

    // The ranks on the board stay.
    const board = page.getByRole('region', { name: 'By record' })
    await board.getByRole('button', { name: 'More about @marta' }).first().click()
    await item(page, 'Block @marta').click()
    await dialog.getByRole('button', { name: 'Block' }).click()
    await expect(toastIn(page)).toContainText('Blocked @marta')
    await expect(board.getByText('Hidden: you blocked this person').first()).toBeVisible()
    await search.click()
    await field(page).fill('marta li')
    await expect(page.getByText('Nothing found for')).toBeVisible()
    await page.keyboard.press('Escape')
    await board.getByRole('link', { name: 'Report or unblock' }).first().click()
    await page.getByRole('link', { name: 'Report @marta' }).click()
    const report = page.getByRole('dialog', { name: 'Report this person' })
    await report.getByRole('radio', { name: /Promises a sure return/ }).check()
    await report.getByRole('button', { name: 'Send report' }).click()
    await expect(toastIn(page)).toContainText('Report sent')
    await expect(page.getByRole('button', { name: 'Unblock @marta' })).toBeVisible()
  })

test('/report shows a member their own session and what a link leads to, and visitors what they can see', async ({
  screenPage: page,
}) => {
  const link = page.getByRole('textbox', { name: 'Link to the signal, comment or profile' })
  const nothing = page.getByText('We found nothing at this link that you can see.')
  await openAs(page, 'rosa', '/report')
  await expect(page.getByRole('link', { name: /^Your profile/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveCount(0)
  await expect(page.getByLabel('Your email')).toHaveValue(/^rosa@/)
  await link.fill('https://elsewhere.example/@maya')
  await expect(page.getByText('Maya Lindqvist (@maya)')).toBeVisible()
  // An unknown person and a locked signal look the same.
  const { id } = (await (await page.request.get('/api/users/theo')).json()) as { id: string }
  const shown = await page.request.get(`/api/signals/user/${id}`)
  const theirs = (await shown.json()) as { id: string; isLocked: boolean }[]
  const locked = theirs.find(({ isLocked }) => isLocked)
  for (const url of ['/@nobody_here', `/s/${locked?.id}`]) {
    await link.fill(url)
    await expect(nothing).toBeVisible()
    await link.fill('/@maya')
    await expect(nothing).toHaveCount(0)
  }
  await link.fill('https://example.com/')
  await expect(page.getByText('This isn’t a link to a signal, a comment or a profile here.')).toBeVisible()

  await page.context().clearCookies()
  await page.goto('/report')
  await link.fill('/@nobody_here')
  await expect(nothing).toBeVisible()
  await link.fill('/@maya')
  await expect(page.getByText('Record of @maya on Signalpost')).toBeVisible()
})
