// The frame around every page: where navigation, column and aside are at each width, and that it stays in place.
import type { Page } from '@playwright/test'
import { expect, openAs, test } from './fixtures.ts'

const rail = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** The left and right edges of an element, in pixels. */
async function edges(page: Page, selector: string): Promise<[number, number]> {
  const box = await page.locator(selector).boundingBox()
  return [Math.round(box?.x ?? NaN), Math.round((box?.x ?? NaN) + (box?.width ?? NaN))]
}

/** What is fixed to the window and could cover the page. */
const fixedElements = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((one) => getComputedStyle(one).position === 'fixed' && one.checkVisibility())
      .map(({ tagName }) => tagName.toLowerCase()),
  )

test('phones have three tabs at the bottom, wider screens a rail, a column and an aside, and nothing covers the page', async ({
  screenPage: page,
}) => {
  await openAs(page, 'rosa')
  await expect(page.getByRole('article').first()).toBeVisible()
  for (const [width, places] of [
    [360, { content: [0, 360], aside: null, fixed: ['nav'] }],
    [768, { content: [92, 768], aside: null, fixed: [] }],
    [1280, { content: [272, 912], aside: [936, 1248], fixed: [] }],
    [1680, { content: [392, 1096], aside: [1136, 1560], fixed: [] }],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    expect(await edges(page, '#content'), `the content at ${width} px`).toEqual(places.content)
    if (places.aside) {
      const aside = page.getByRole('complementary')
      await expect(aside.getByRole('region', { name: 'People to follow' }).getByRole('listitem')).toHaveCount(
        2,
      )
      await expect(aside.getByRole('region', { name: 'Watchlist' }).getByRole('listitem')).toHaveCount(3)
      expect(await edges(page, 'aside'), `the aside at ${width} px`).toEqual(places.aside)
    } else await expect(page.getByRole('complementary')).toHaveCount(0)
    expect(await fixedElements(page), `fixed at ${width} px`).toEqual(places.fixed)
    await expect(
      page.getByRole('banner').getByRole('link', { name: 'Share Investment Signal' }),
    ).toBeVisible()
  }
})

test('the aside shows whole rows, and all of them on request', async ({ screenPage: page }) => {
  await openAs(page, 'rosa')
  const rows = page.getByRole('region', { name: 'People to follow' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'See all' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'See all' }).click()
  await expect(rows).toHaveCount(5)
  await expect(page.getByRole('button', { name: 'Show fewer' })).toBeFocused()
  await rows.last().scrollIntoViewIfNeeded()
  await expect(rows.last()).toBeInViewport({ ratio: 1 })
})

test('the frame stays while the page inside changes, the focus moves to the content, and the footer leads on', async ({
  screenPage: page,
}) => {
  await openAs(page, 'rosa')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notice' })).toHaveText(
    'Demo. Sample prices and test payments. No real money moves.',
  )
  const before = await rail(page).elementHandle()
  for (const [name, path] of [
    ['Profile', '/profile'],
    ['Discover', '/discover'],
    ['Watchlist', '/watchlist'],
    ['Subscriptions', '/subscriptions'],
    ['Feed', '/'],
  ] as const) {
    await rail(page).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(rail(page).locator('[aria-current=page]')).toHaveText(name)
    await expect(page.locator('#content')).toBeFocused()
    expect(await rail(page).evaluate((now, then) => now === then, before)).toBe(true)
  }
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link')).toHaveText([
    'Creator Mode',
    'Public log',
    'How scoring works',
    'Rules',
    'API',
    'Terms',
    'Privacy',
    'Refunds',
    'Help',
  ])
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(footer.getByRole('link')).toHaveText([
    'Discover',
    'Watchlist',
    'Saved signals',
    'Subscriptions',
    'Settings',
    'Creator Mode',
    'Public log',
    'How scoring works',
    'Rules',
    'API',
    'Terms',
    'Privacy',
    'Refunds',
    'Help',
  ])
})
