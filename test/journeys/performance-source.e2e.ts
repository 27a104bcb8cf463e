// Every return shows its source in the same line, and its doubts beside it.
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expectToFit } from './portfolio-steps.ts'
import { smallTargets } from './measure-layout.ts'
import { axeViolations } from './run-axe.ts'
import { openAs, expect, test as base, WIDTHS } from './fixtures.ts'

const test = base.extend({
  baseURL: async ({ realMarket }, use) => {
    await use(realMarket)
  },
})

const RETURN = /[+−]\d+\.\d%/
const head = (page: Page) => page.locator('section').filter({ has: page.locator('#profile-name') })
const card = (page: Page) => page.getByRole('region', { name: 'Performance' })

/** The return and the label are on one line of the page. Measured again while a sheet slides in. */
async function expectInOneLine(place: Locator, label: string): Promise<void> {
  await expect(async () => {
    const figure = await place.getByText(RETURN).first().boundingBox()
    const words = await place.getByText(label, { exact: true }).first().boundingBox()
    if (!figure || !words) throw new Error(`There is no return with "${label}"`)
    const middle = words.y + words.height / 2
    expect(middle).toBeGreaterThan(figure.y)
    expect(middle).toBeLessThan(figure.y + figure.height)
  }).toPass({ timeout: 5000 })
}

const SEEN = [
  { who: 'selma', label: 'Self-reported, not verified', also: 'Imported Feb 10, 2026' },
  { who: 'lena', label: 'Live Data', also: 'since Feb 10, 2026' },
  { who: 'stan', label: 'Connected until Feb 10, 2026', also: 'connected until Feb 10, 2026' },
] as const

for (const width of WIDTHS)
  test(
    `each return shows its source on the profile, before paying and at the checkout at ${width} px`,
    {
      tag: '@slow',
    },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      // These creators' payments are simulated and can't be charged. The test only checks what is beside the price.
      await page.route('**/api/subscribe/creator', () => {})
      await openAs(page, 'vera')
      for (const { who, label, also } of SEEN) {
        await page.goto(`/profile/${who}`)
        await expectInOneLine(head(page), label)
        await expectInOneLine(card(page), label)
        await expect(card(page)).toContainText(also)
        await expect(page.getByText('Sample data')).toHaveCount(0)
        if (label !== 'Live Data') {
          await expect(head(page)).not.toContainText('Live Data')
          await expect(card(page)).not.toContainText('Live Data')
        }
        await expectToFit(page)
        await expectAccessible(page)
        const address = await page.getByRole('link', { name: /^Subscribe \$/ }).getAttribute('href')
        const id = new URLSearchParams(address?.split('?')[1]).get('creator') ?? ''

        await page.goto(`/profile/${who}?dialog=subscribe&creator=${id}`)
        await expectInOneLine(page.getByRole('dialog'), label)
        await expectToFit(page)

        await page.goto(`/subscribe/creator/${id}`)
        await expectInOneLine(page.getByRole('region', { name: 'What you buy' }), label)
        await expectToFit(page)
      }
    },
  )

const DOUBTS = [
  "1 of 3 trades is outside the market's range that day",
  "1 of 1 dividend doesn't match the company's",
  /^[+−]\d+\.\d% on the money itself \(money-weighted\)$/,
  'Record restarted Feb 10, 2026',
]
const doubtsIn = (place: Locator) => place.getByRole('list', { name: 'Doubts about this return' })

for (const width of WIDTHS)
  test(
    `a person who is asked for money sees every doubt about the return at ${width} px`,
    {
      tag: '@slow',
    },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.route('**/api/subscribe/creator', () => {})
      await openAs(page, 'vera', '/profile/faye')
      await expect(doubtsIn(head(page)).getByRole('listitem')).toHaveText(DOUBTS)
      await expectToFit(page)
      const address = await page.getByRole('link', { name: /^Subscribe \$/ }).getAttribute('href')
      const id = new URLSearchParams(address?.split('?')[1]).get('creator') ?? ''

      await page.goto(`/profile/faye?dialog=subscribe&creator=${id}`)
      await expect(doubtsIn(page.getByRole('dialog')).getByRole('listitem')).toHaveText(DOUBTS)
      await expectToFit(page)

      await page.goto(`/subscribe/creator/${id}`)
      const order = page.getByRole('region', { name: 'What you buy' })
      await expect(doubtsIn(order).getByRole('listitem')).toHaveText(DOUBTS)
      await expectInOneLine(order, 'Self-reported, not verified')
      await expectToFit(page)
      await expectAccessible(page)

      // A row has room for one, and says how many more there are.
      await page.goto('/profile/dina/following')
      const people = page.getByRole('main')
      const row = people.getByRole('listitem').filter({ hasText: '@faye' })
      await expect(doubtsIn(row)).toHaveText(`${DOUBTS[0] as string}, and 3 more`)
      await expect(doubtsIn(people.getByRole('listitem').filter({ hasText: '@lena' }))).toHaveCount(0)
      await expectToFit(page)
    },
  )

test('a list of people shows the source of a return in the same line', { tag: '@slow' }, async ({ page }) => {
  await openAs(page, 'vera', '/profile/dina/following')
  await expectInOneLine(
    page.getByRole('main').getByRole('listitem').filter({ hasText: 'Selma' }),
    'Self-reported, not verified',
  )
})

// @spec-2.95 @spec-4.23
test(
  'the owner of a linked account sees "Live Data" beside the return',
  { tag: '@slow' },
  async ({ page }) => {
    await openAs(page, 'lena', '/portfolio')
    await expectInOneLine(page.getByRole('region', { name: 'Account Performance' }), 'Live Data')
    await expect(page.getByText('Sample data')).toHaveCount(0)
  },
)

test(
  'a linked account beside a file is "Connected", and nothing on the page says "Live Data"',
  { tag: '@slow' },
  async ({ page }) => {
    await openAs(page, 'mia', '/portfolio')
    const own = page.getByRole('region', { name: 'Account Performance' })
    await expectInOneLine(own, 'Self-reported, not verified')
    await expect(page.getByRole('region', { name: 'Accounts' })).toContainText('Connected')
    await expect(page.getByText('Live Data')).toHaveCount(0)
  },
)

test(
  'a deleted record leaves its dates on the profile, for viewers and its owner',
  { tag: '@slow' },
  async ({ page }) => {
    await openAs(page, 'vera', '/profile/dina')
    await expect(head(page)).toContainText('+0.0% No portfolio')
    await expect(card(page)).toContainText('Accounts deleted Feb 10, 2026')
    await expect(card(page)).toContainText('Shown on the profile since Feb 10, 2026')
    await openAs(page, 'dina', '/portfolio')
    const own = page.getByRole('region', { name: 'Account Performance' })
    await expect(own).toContainText('+0.0%')
    await expect(own).toContainText('Accounts deleted Feb 10, 2026')
  },
)

for (const width of WIDTHS)
  test(
    `a faked record shows its differences from the market at ${width} px`,
    {
      tag: '@slow',
    },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await openAs(page, 'vera', '/profile/faye')
      await expect(card(page)).toContainText("1 of 3 trades is outside the market's range that day")
      await expect(card(page)).toContainText("1 of 1 dividend doesn't match the company's")
      await expect(card(page)).toContainText('Record restarted Feb 10, 2026')
      await expect(card(page)).toContainText('Shown on the profile since Feb 10, 2026')
      // The card and the profile head show both returns.
      await expect(card(page).getByText(/money-weighted:/)).toContainText(RETURN)
      await expect(head(page)).toContainText(/money-weighted/)
      await expect(page.getByText('Show the differences')).toHaveCount(0)
      await expectToFit(page)
      await expectAccessible(page)

      await openAs(page, 'faye', '/portfolio')
      await page.getByRole('button', { name: 'Show the differences' }).click()
      const list = page.getByRole('region', { name: /^Differences from the market/ })
      await expect(list).toContainText('$520.00')
      await expect(list).toContainText('None paid')
      await expectToFit(page)
      // Axe reports targets that are half covered by the fixed tabs as too small; smallTargets doesn't.
      expect(await axeViolations(page, { rules: { 'target-size': { enabled: false } } })).toEqual([])
      expect(await smallTargets(page)).toEqual([])
    },
  )
