// The first day: three steps after registration, and the ways to people for those who can't post.
import type { Page } from '@playwright/test'
import { expect, openAs, registerAndOpen, test, WIDTHS } from './fixtures.ts'

const people = (page: Page) => page.getByRole('main').getByRole('listitem')

for (const width of WIDTHS)
  test(`at ${width} px, a new member chooses tickers, follows someone who posts on them and reads the feed`, async ({
    screenPage: page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await registerAndOpen(page, 'newcomer', '/start')
    await expect(page.getByRole('img', { name: 'Step 1 of 3' })).toBeVisible()
    const foot = page.getByRole('contentinfo')
    await expect(foot.getByText('0 chosen')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Add a ticker or company' }).fill('advanced micro')
    await page
      .getByRole('button', { name: /^\$AMD\s*Advanced Micro Devices$/ })
      .first()
      .click()
    await expect(foot.getByText('1 chosen')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Your list' }).getByRole('listitem')).toHaveText(['$AMD'])

    await foot.getByRole('link', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('People posting on your tickers')
    await expect(page.getByText('Suggested by track record. Nobody pays to be here.')).toBeVisible()
    await expect(people(page)).toHaveCount(5)
    await expect(
      people(page)
        .filter({ hasText: /osts on .*\$AMD/ })
        .first(),
    ).toBeVisible()
    // People are sorted by label, and nobody is chosen in advance.
    const labels = await people(page)
      .getByText(/^(Likely skill|Could be luck|Not rated yet.*)$/)
      .allTextContents()
    const rank = (label: string) => ['Likely', 'Could', 'Not'].indexOf(label.split(' ')[0] ?? '')
    expect(labels.map(rank)).toEqual(labels.map(rank).toSorted())
    await expect(page.getByRole('button', { pressed: true })).toHaveCount(0)
    await page
      .getByRole('button', { name: /^Follow / })
      .first()
      .click()
    await expect(foot.getByText('1 following')).toBeVisible()

    await foot.getByRole('link', { name: 'Show my feed' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'You follow 1 person.' })).toBeVisible()
    await expect(page.getByRole('article').first()).toBeVisible()
    // The list stays on the watch list.
    await page.goto('/watchlist')
    await expect(page.getByRole('button', { name: 'Watching $AMD' })).toBeVisible()
  })

test('every step can be skipped, and people who can’t post see “Find people”', async ({
  screenPage: page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await registerAndOpen(page, 'skipper', '/start')
  await page.getByRole('link', { name: 'Skip', exact: true }).click()
  await expect(page).toHaveURL('/start?step=people')
  await page.getByRole('link', { name: 'Skip', exact: true }).click()
  await expect(page.getByText('No signals yet.')).toBeVisible()
  for (const place of [page.getByRole('navigation', { name: 'Main' }), page.getByRole('main')])
    await expect(place.getByRole('link', { name: 'Find people' })).toHaveAttribute('href', '/discover')
  await expect(page.getByRole('link', { name: 'New signal' })).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByRole('main').getByRole('link', { name: 'Find people' })).toHaveCount(2)
  // Creators keep theirs.
  await openAs(page, 'maya')
  await expect(page.getByRole('link', { name: /New signal/ })).toBeVisible()
})

test('on a phone, one’s own profile leads to every place that has no tab', async ({ screenPage: page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openAs(page, 'rosa', '/profile')
  const yours = page.getByRole('navigation', { name: 'Yours' })
  await expect(yours.getByRole('listitem')).toHaveText([
    /^Discover/,
    /^Subscriptions/,
    /^Watchlist/,
    /^Settings/,
    'Sign Out',
  ])
  await expect(page.getByRole('radiogroup', { name: 'Theme' })).toHaveCount(0)
  await yours.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: /^Display/ }).click()
  await expect(page.getByRole('radiogroup', { name: 'Theme' })).toBeVisible()
})
