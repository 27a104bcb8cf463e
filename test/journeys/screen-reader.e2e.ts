// What a screen reader announces, and reduced motion.
import { allowConsoleErrors, openAs, expect, test } from './fixtures.ts'

test('icons, badges and tabs have accessible names', { tag: '@slow' }, async ({ page }) => {
  await openAs(page, 'rosa', '/?scope=everyone')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - banner:
      - link "Share Investment Signal"
      - link /Your profile, [A-Z]+/
      - status
  `)
  await expect(page.getByRole('navigation', { name: 'Main' })).toMatchAriaSnapshot(`
    - navigation "Main":
      - link "Signalpost"
      - list:
        - listitem:
          - link "Feed"
        - listitem:
          - link "Portfolio"
        - listitem:
          - link "Profile"
      - list:
        - listitem:
          - link "Subscriptions"
      - link "Find people"
  `)
  await expect(page.getByRole('link', { name: 'Feed', exact: true })).toHaveAttribute('aria-current', 'page')
  await page.goto('/profile/quietquant')
  await expect(page.getByRole('article', { name: 'Signal by quietquant' }).first()).toMatchAriaSnapshot(`
    - article "Signal by quietquant":
      - list:
        - listitem: Buy
        - listitem:
          - link "$GC=F"
        - listitem: Bullish
      - link:
        - time
  `)
  await page.goto('/profile?dialog=edit-profile')
  await expect(
    page.getByRole('dialog', { name: 'Edit Profile' }).getByRole('button', { name: 'Close' }),
  ).toBeVisible()
})

test('every chart has a text description and a table', { tag: '@slow' }, async ({ page }) => {
  await openAs(page, 'maya', '/portfolio')
  const curve = page.getByRole('region', { name: 'Account Performance' })
  await expect(curve.getByRole('img', { name: /^Your account against SPY since / })).toHaveAccessibleName(
    /(Up|Down) [\d.]+% since .+ SPY is (up|down) [\d.]+% over the same days\. Highest: .+ Lowest: /,
  )
  const day = curve.getByRole('slider', { name: 'Day' })
  await day.press('End')
  await expect(day).toHaveAttribute('aria-valuetext', /\d{4}.*%.*SPY/)
  await curve.getByRole('button', { name: 'Show as table' }).click()
  await expect(curve.getByRole('table')).toBeVisible()
  const holdings = page.getByRole('region', { name: 'Current Holdings' })
  await expect(holdings.getByRole('img').first()).toHaveAccessibleName(
    /^Price over the last three months: [+−][\d.]+%$/,
  )
  const allocation = page.getByRole('region', { name: 'Allocation', exact: true })
  await expect(allocation.getByRole('img')).toHaveAccessibleName(/^.+ [\d.]+%, .+ [\d.]+%/)
  await expect(allocation.getByRole('table')).toBeVisible()
  await page.goto('/subscriptions')
  const revenue = page.getByRole('region', { name: 'Revenue summary' })
  await expect(revenue.getByRole('img')).toHaveAccessibleName(
    /^Net revenue by month, .+ Highest: \$[\d,.]+ in .+ This month: \$[\d,.]+\.$/,
  )
})

test(
  'a toast and a lost connection are announced to a screen reader',
  { tag: '@slow' },
  async ({ page, context }) => {
    allowConsoleErrors(page, /net::ERR_INTERNET_DISCONNECTED/)
    await openAs(page, 'rosa', '/profile')
    await expect(page.getByRole('heading', { name: 'Recent Signals' })).toBeVisible()
    const news = page.getByRole('status')
    await context.setOffline(true)
    await expect(news.filter({ hasText: 'You’re offline.' })).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(news.filter({ hasText: 'Notification Logged out' })).toHaveAttribute(
      'aria-live',
      /polite|assertive/,
    )
  },
)

test('with reduced motion nothing moves, not even skeletons', { tag: '@slow' }, async ({ page }) => {
  await page.route('**/api/signals/feed*', () => {})
  await openAs(page, 'rosa')
  const moving = () => page.evaluate(() => document.getAnimations().length)
  await expect.poll(moving).toBeGreaterThan(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(moving).toBe(0)
  await page.goto('/profile?dialog=edit-profile')
  await expect(page.getByRole('dialog', { name: 'Edit Profile' })).toBeVisible()
  expect(await moving()).toBe(0)
})
