// Links in a signal's text (tickers, usernames and URLs), and the page of a ticker.
import type { Page } from '@playwright/test'
import { openAs, expect, signInByApi, test } from './fixtures.ts'

const cards = (page: Page) => page.getByRole('article')
const symbol = () =>
  `T${Math.random()
    .toString(36)
    .replace(/[^a-z]/g, '')
    .slice(0, 6)
    .toUpperCase()}`

test(
  'cashtags, usernames and URLs in a signal link to the right pages',
  { tag: '@slow' },
  async ({ page }) => {
    const ticker = symbol()
    await signInByApi(page, 'maya')
    const content = `@theo on $${ticker}: see https://example.com/a?b=1. Not $5, not mail@example.com, not javascript:alert(1)`
    await page.request.post('/api/signals', { data: { content, tickers: JSON.stringify([ticker, 'BRK.B']) } })
    await page.goto('/')
    const card = cards(page).first()
    await expect(card).toContainText(content)
    await expect(card.locator('p').first().getByRole('link')).toHaveText([
      '@theo',
      `$${ticker}`,
      'https://example.com/a?b=1',
    ])
    const outside = card.getByRole('link', { name: 'https://example.com' })
    await expect(outside).toHaveAttribute('href', 'https://example.com/a?b=1')
    await expect(outside).toHaveAttribute('rel', 'noopener nofollow ugc')
    await expect(outside).toHaveAttribute('target', '_blank')

    await card.getByRole('link', { name: '@theo' }).click()
    await expect(page).toHaveURL('/profile/theo')
    await page.goBack()
    await card
      .locator('p')
      .getByRole('link', { name: `$${ticker}` })
      .click()
    await expect(page).toHaveURL(`/?ticker=${ticker}`)
    await expect(page).toHaveTitle(new RegExp(`^\\$${ticker} `))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`$${ticker}`)
    await expect(cards(page)).toHaveCount(1)
    await page.goBack()
    await expect(page).toHaveURL('/')
    await expect(card).toContainText(content)
  },
)

test(
  "a ticker's page lists everyone's signals about it from the top, and Back returns to the card",
  { tag: '@slow' },
  async ({ page }) => {
    await openAs(page, 'rosa', '/?scope=everyone')
    await expect(cards(page).first()).toBeVisible()
    await page.evaluate(() => scrollTo(0, 1500))
    const chip = cards(page).getByRole('listitem').getByRole('link', { name: /^\$/ })
    // The list takes cards out while the page scrolls, so the fifth chip can be another one a moment later.
    const fifth = chip.locator('visible=true').nth(4)
    await fifth.hover()
    const href = (await fifth.getAttribute('href')) ?? ''
    const name = await fifth.innerText()
    const some = cards(page).getByRole('listitem').locator(`a[href="${href}"]`).first()
    // It can be under the header, where the click would scroll the page first.
    await some.hover()
    const before = await page.evaluate(() => scrollY)
    await some.click()
    // Its heading is the company's name once that is there.
    await expect(page).toHaveURL(href)
    await expect(page).toHaveTitle(new RegExp(`^\\${name} `))
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    for (const card of await cards(page).all())
      await expect(card.getByRole('listitem').getByText(name, { exact: true })).toHaveCount(1)
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(4)

    await page.goto('/?ticker=NOBODY')
    await expect(page.getByText('No signals about $NOBODY yet.')).toBeVisible()
  },
)

test(
  'the age of a signal gives its full date to a mouse, a keyboard and a screen reader',
  { tag: '@slow' },
  async ({ page }) => {
    await openAs(page, 'rosa')
    const card = cards(page).first()
    const time = card.locator('time')
    const full = /^\w+day, \w+ \d+, \d{4} at \d+:\d\d [AP]M$/
    await expect(time).toHaveAttribute('title', full)
    await expect(time).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    const link = card
      .locator('header')
      .getByRole('link')
      .filter({ has: page.locator('time') })
    await expect(link).toHaveAccessibleDescription(/^Posted \w+day, \w+ \d+, \d{4} at/)
    const shown = () => time.evaluate((element) => getComputedStyle(element, '::after').content)
    expect(await shown()).toBe('none')
    await card.locator('header').getByRole('link').first().focus()
    await page.keyboard.press('Tab')
    await expect(link).toBeFocused()
    expect(await shown()).toMatch(/day, /)
  },
)
