// A bell: Rosa sets Maya's to all signals, Maya posts, and Rosa's other tab counts it; an email comes if she chose it. Opening
// the list clears the count, and "Mark all as read" the marks, in every tab.
import type { Page } from '@playwright/test'
import { expect, openAs, test, WIDTHS } from './fixtures.ts'
import { axeViolations } from './run-axe.ts'

async function postAs(page: Page, content: string): Promise<void> {
  const response = await page.request.post('/api/signals', {
    data: { content, signalType: 'buy', tickers: '["KO"]', isPremium: true },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(response.status()).toBe(201)
}

test('a signal rings the bell in another tab, the list says what happened, and the count is gone once it was opened', async ({
  page,
  openBrowser,
}) => {
  await openAs(page, 'rosa', '/profile/theo')
  await page.getByRole('button', { name: 'Alerts for @theo: off' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'All signals' }).click()
  const bellButton = page.getByRole('button', { name: 'Alerts for @theo: all signals' })
  const item = (name: string | RegExp) => page.getByRole('menuitemcheckbox', { name })
  await bellButton.click()
  await expect(item('All signals')).toContainText('In app, push')
  await item(/^Push/).click()
  await bellButton.click()
  await expect(item(/^Push/)).not.toBeChecked()
  await item(/^Instant email/).click()
  await bellButton.click()
  await expect(item('All signals')).toContainText('In app, instant email')
  // An open menu is outside the landmarks.
  expect(await axeViolations(page, { rules: { region: { enabled: false } } })).toEqual([])
  await page.keyboard.press('Escape')
  await page.goto('/alerts')
  await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/portfolio')
  await expect(other.getByRole('banner').getByRole('link', { name: 'Alerts', exact: true })).toBeVisible()
  await page.goto('/settings')

  const theo = await openBrowser()
  await openAs(theo, 'theo')
  await postAs(theo, 'A premium thought')
  const bell = other.getByRole('banner').getByRole('link', { name: 'Alerts, 1 new' })
  await expect(bell).toBeVisible({ timeout: 5000 })
  await bell.click()
  const row = other.getByRole('listitem').filter({ hasText: 'posted a premium signal' }).first()
  await expect(row).toContainText('Subscribers can read it.')
  await expect(row).not.toContainText('KO')
  await expect(other.getByRole('banner').getByRole('link', { name: 'Alerts', exact: true })).toBeVisible()
  // Alerts stay marked until Rosa leaves the page or marks all as read. Those under another filter stay marked.
  const marked = (tab: Page) => tab.getByRole('heading', { name: 'New', exact: true })
  const markAll = other.getByRole('button', { name: 'Mark all as read' })
  await expect(marked(other)).toBeVisible()
  await page.goto('/alerts')
  await expect(page.getByRole('heading', { name: 'Earlier' })).toBeVisible()
  await postAs(theo, 'Another one')
  await expect(marked(page)).toBeVisible()
  await other.getByRole('radio', { name: 'Safety' }).check()
  await expect(markAll).toHaveAttribute('aria-disabled', 'true')
  await other.getByRole('radio', { name: 'Signals' }).check()
  await expect(marked(other)).toBeVisible()
  expect(await axeViolations(other, {})).toEqual([])
  await markAll.click()
  await expect(marked(other)).toHaveCount(0)
  await expect(markAll).toBeFocused()
  await expect(marked(page)).toHaveCount(0)
})

for (const width of WIDTHS)
  test(`an instant email says what Maya posted at ${width} px, and its links lead there and end it`, async ({
    page,
    openBrowser,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await openAs(page, 'rosa', '/alerts')
    await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible()
    await page.goto('/profile/maya')
    const bellButton = page.getByRole('button', { name: /^Alerts for @maya: / })
    await bellButton.click()
    await page.getByRole('menuitemcheckbox', { name: 'All signals' }).click()
    await bellButton.click()
    const instant = page.getByRole('menuitemcheckbox', { name: /^Instant email/ })
    await instant.click()
    await bellButton.click()
    await expect(instant).toBeChecked()
    await page.keyboard.press('Escape')
    const other = await page.context().newPage()
    await other.goto('/portfolio')

    const maya = await openBrowser()
    await openAs(maya, 'maya')
    await postAs(maya, 'A secret reason')
    await expect(other.getByRole('banner').getByRole('link', { name: /^Alerts, 1 new/ })).toBeVisible({
      timeout: 5000,
    })
    const title = 'Maya Lindqvist posted a premium signal'
    const me = (await (await page.request.get('/api/user')).json()) as { email: string }
    const email = page.locator(`h2:text-is("${title}") + p:text-is("To ${me.email}") + iframe`).first()
    const open = async (link: RegExp) => {
      await page.goto('/sandbox/mail')
      await email.scrollIntoViewIfNeeded({ timeout: 2000 })
      await email.contentFrame().getByRole('link', { name: link }).first().click()
    }
    await expect(async () => {
      await page.goto('/sandbox/mail')
      await expect(email).toHaveCount(1, { timeout: 500 })
    }).toPass()
    await expect(email.contentFrame().locator('body')).not.toContainText('secret')
    await open(new RegExp(`^${title}`))
    await expect(page).toHaveURL(/\/signal\//)
    await expect(page.getByRole('article').first()).toBeVisible()
    await open(/^Open my alerts/)
    await expect(page.getByRole('listitem').filter({ hasText: title }).first()).toBeVisible()
    await open(/^Unsubscribe/)
    await expect(page.getByText('You’ll stop getting instant emails about signals.')).toBeVisible()
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'You’re unsubscribed' })).toBeVisible()
    await page.goto('/profile/maya')
    await bellButton.click()
    await expect(page.getByRole('menuitemcheckbox', { name: 'All signals' })).toBeChecked()
    await expect(instant).not.toBeChecked()
  })
