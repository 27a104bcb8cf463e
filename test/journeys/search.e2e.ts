// Finding people and tickers from the header: by keys on a wide screen, in a sheet on a phone, and when it goes wrong.
import type { Page } from '@playwright/test'
import { allowConsoleErrors, expect, openAs, registerAndOpen, test, WIDTHS } from './fixtures.ts'
import { expectAccessible } from './expect-accessible.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search people and tickers' })
const opener = (page: Page) => page.getByRole('link', { name: 'Search people and tickers' })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
const active = (page: Page) => page.getByRole('option', { selected: true })

test('keys alone find a person and a ticker, and Escape returns the focus', async ({ screenPage: page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openAs(page, 'rosa', '/?scope=everyone')
  await expect(page.getByRole('article').first()).toBeVisible()

  await opener(page).focus()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('Lindq')
  await expect(option(page, /Maya Lindqvist/)).toBeVisible()
  await expect(page.getByRole('status').getByText('1 person, 0 tickers')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()

  await page.keyboard.press('/')
  await expect(field(page)).toHaveValue('')
  await page.keyboard.type('ma')
  await expect(page.getByRole('group', { name: 'People' }).getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(active(page)).toHaveText(/Mastercard/)
  await expect(field(page)).toHaveAttribute(
    'aria-activedescendant',
    (await active(page).getAttribute('id')) ?? '',
  )
  await page.keyboard.press('End')
  const last = page.getByRole('option').last()
  await expect(last).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(active(page)).toHaveText(/Mastercard/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Home')
  await expect(active(page)).toHaveText(/Mastercard/)
  await expectAccessible(page)

  await field(page).fill('maya')
  await expect(option(page, /Mastercard/)).toBeHidden()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/profile\/maya$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/\?scope=everyone$/)

  await page.keyboard.press('/')
  await field(page).fill('gold fut')
  await expect(option(page, '$GC=F Gold futures')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?ticker=GC%3DF$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Gold futures' })).toBeVisible()
})

test('the slash can be turned off, and Ctrl+K still opens the search', async ({ screenPage: page }) => {
  await openAs(page, 'rosa', '/?scope=everyone')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.keyboard.press('/')
  await page.getByRole('checkbox', { name: '/ opens the search' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
  await page.keyboard.press('/')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toHaveValue('')
  await page.getByRole('checkbox', { name: '/ opens the search' }).check()
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
  await page.keyboard.press('/')
  await expect(field(page)).toBeVisible()
})

test('a slash that is typed in a field stays text', async ({ screenPage: page }) => {
  await openAs(page, 'maya', '/?dialog=signal')
  const text = page.getByRole('dialog').getByRole('textbox').first()
  await text.fill('EITHER')
  await text.press('End')
  await text.press('/')
  await expect(text).toHaveValue('EITHER/')
  await expect(field(page)).toBeHidden()
})

test('a phone has a sheet: a tap finds a profile, and what can’t be found, loaded or reached says so', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await registerAndOpen(page, 'seeker', '/?scope=everyone')
  await expect(page.getByRole('article').first()).toBeVisible()
  // Discover begins with the search.
  await page.getByRole('banner').getByRole('link', { name: 'Discover and search' }).click()
  await expect(page).toHaveURL('/discover')
  await opener(page).click()
  await expect(field(page)).toBeFocused()
  for (const typed of ['ذهب القيم', 'ы金👩🏽‍🚀', 'a'.repeat(1000), '%_\\']) {
    await field(page).fill(typed)
    await expect(page.getByText('Nothing found for')).toContainText([...typed].slice(0, 60).join(''))
  }
  await expectAccessible(page)

  allowConsoleErrors(page, /status of 500|ERR_INTERNET_DISCONNECTED/)
  await page.route('**/api/tickers*', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await field(page).fill('nvid')
  await expect(page.getByRole('alert').getByText('Couldn’t search.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(option(page, /NVIDIA/)).toBeVisible()

  await context.setOffline(true)
  await field(page).fill('theo')
  await expect(page.getByRole('dialog').getByText('You’re offline')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await option(page, /Theo Brandt/).click()
  await expect(page).toHaveURL(/\/profile\/theo$/)
  await expect(field(page)).toBeHidden()
})

for (const width of WIDTHS)
  test(`at ${width} px, a new person finds three people, follows them from their profiles and reads them in the feed`, async ({
    screenPage: page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await registerAndOpen(page, 'seeker')
    await expect(page.getByText('No signals yet.')).toBeVisible()
    for (const [typed, name] of [
      ['Lindq', /Maya Lindqvist/],
      ['sunniva', /@sunniva/],
      ['greta', /Greta on Bonds/],
    ] as const) {
      if (width < 768) await page.getByRole('link', { name: 'Discover and search' }).click()
      await opener(page).click()
      await field(page).fill(typed)
      await option(page, name).click()
      await page.getByRole('main').getByRole('button', { name: 'Follow', exact: true }).click()
      await expect(page.getByRole('main').getByRole('button', { name: 'Following' })).toBeVisible()
    }
    await page.getByRole('link', { name: 'Feed' }).first().click()
    for (const author of ['maya', 'sunniva', 'greta'])
      await expect(page.getByRole('article', { name: `Signal by ${author}` }).first()).toBeVisible()
  })
