// Following and unfollowing appear at once, are counted and saved, and roll back exactly when the server fails.
import type { Page } from '@playwright/test'
import {
  allowConsoleErrors,
  expect,
  profileFigure,
  registerAndOpen,
  test,
  toastIn,
  WIDTHS,
} from './fixtures.ts'

const follow = (page: Page) => page.getByRole('button', { name: 'Follow', exact: true })
const following = (page: Page) => page.getByRole('button', { name: 'Following', exact: true })

/** Holds the next call that follows or unfollows until the returned function continues or aborts it. */
async function holdNextCall(page: Page, method: 'POST' | 'DELETE') {
  let decide: (fate: 'let through' | 'cut off' | 'answered with 500') => void = () => {}
  const decided = new Promise<Parameters<typeof decide>[0]>((resolve) => (decide = resolve))
  let isHeld = false
  // The page also asks for suggestions and counts under this path.
  await page.route(/\/api\/follows(\/|$)/, async (route) => {
    if (isHeld || route.request().method() !== method) return route.fallback()
    isHeld = true
    const fate = await decided
    if (fate === 'let through') return route.continue()
    if (fate === 'cut off') return route.abort()
    return route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong' } })
  })
  return decide
}

// @spec-2.111 @spec-2.117
test('following and unfollowing appear before the server answers, are counted, and stay after a reload', async ({
  screenPage: page,
}) => {
  await registerAndOpen(page, 'fan', '/profile/ivy')
  await expect(follow(page)).toBeVisible()
  const before = Number(await profileFigure(page, 'Followers').innerText())

  const followed = await holdNextCall(page, 'POST')
  await follow(page).click()
  await expect(following(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(profileFigure(page, 'Followers')).toHaveText(String(before + 1))
  let answered = page.waitForResponse((response) => response.request().method() === 'POST')
  followed('let through')
  expect((await answered).status()).toBe(201)
  await page.reload()
  await expect(following(page)).toBeVisible()
  await expect(profileFigure(page, 'Followers')).toHaveText(String(before + 1))

  const unfollowed = await holdNextCall(page, 'DELETE')
  await following(page).click()
  await expect(follow(page)).toHaveAttribute('aria-pressed', 'false')
  await expect(profileFigure(page, 'Followers')).toHaveText(String(before))
  answered = page.waitForResponse((response) => response.request().method() === 'DELETE')
  unfollowed('let through')
  expect((await answered).status()).toBe(200)
  await page.reload()
  await expect(follow(page)).toBeVisible()
  await expect(profileFigure(page, 'Followers')).toHaveText(String(before))
})

// @spec-1.6
test("a followed person's signals appear in the feed, and the follower's own count increases", async ({
  screenPage: page,
}) => {
  await registerAndOpen(page, 'fan')
  const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Follow marta' }) })
  await row.getByRole('button', { name: 'Follow marta' }).click()
  await page.getByRole('button', { name: 'Show my feed' }).click()
  await expect(page.getByRole('article', { name: 'Signal by marta' }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(profileFigure(page, 'Following')).toHaveText('1')
})

for (const width of WIDTHS)
  test(`following from an empty feed keeps the list, the place and the focus until the feed is requested, at ${width} px`, async ({
    screenPage: page,
  }) => {
    await page.setViewportSize({ width, height: 640 })
    await registerAndOpen(page, 'fan')
    await expect(page.getByText('A signal is a trade idea')).toBeVisible()
    const people = page.getByRole('region', { name: 'People to follow' })
    const marta = people.getByRole('button', { name: /^Follow(ing)? marta$/ })
    await marta.scrollIntoViewIfNeeded()
    const before = await marta.boundingBox()
    await marta.press('Enter')
    const show = page.getByRole('button', { name: 'Show my feed' })
    await expect(show).toBeVisible()
    await expect(marta).toHaveAccessibleName('Following marta')
    await expect(marta).toBeFocused()
    expect((await marta.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)

    await show.click()
    const first = page.getByRole('article', { name: 'Signal by marta' }).first()
    await expect(first.getByRole('link').first()).toBeFocused()
    // The list stays reachable: beside the feed, or among its signals.
    await expect(people.getByRole('button', { name: 'Following marta' })).toBeVisible()
  })

// @spec-8.20
test('a failed follow rolls back exactly and can be retried', async ({ screenPage: page }) => {
  allowConsoleErrors(page, /net::ERR_FAILED/)
  await registerAndOpen(page, 'fan', '/profile/greta')
  await expect(follow(page)).toBeVisible()
  const before = await profileFigure(page, 'Followers').innerText()

  const decide = await holdNextCall(page, 'POST')
  await follow(page).click()
  await expect(following(page)).toBeVisible()
  decide('cut off')
  await expect(toastIn(page)).toContainText('Failed to follow user')
  await expect(follow(page)).toHaveAttribute('aria-pressed', 'false')
  await expect(profileFigure(page, 'Followers')).toHaveText(before)

  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await follow(page).click()
  expect((await answered).status()).toBe(201)
  await expect(following(page)).toBeVisible()
  await expect(profileFigure(page, 'Followers')).toHaveText(String(Number(before) + 1))
})

// @spec-8.21
test('a failed unfollow rolls back exactly', { tag: '@slow' }, async ({ page }) => {
  allowConsoleErrors(page, /status of 500/)
  await registerAndOpen(page, 'fan', '/profile/kwame')
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await follow(page).click()
  await answered
  await page.reload()
  await expect(following(page)).toBeVisible()
  const before = await profileFigure(page, 'Followers').innerText()

  const decide = await holdNextCall(page, 'DELETE')
  await following(page).click()
  await expect(follow(page)).toBeVisible()
  decide('answered with 500')
  await expect(toastIn(page)).toContainText('Failed to unfollow user')
  await expect(following(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(profileFigure(page, 'Followers')).toHaveText(before)
  await page.reload()
  await expect(following(page)).toBeVisible()
})

for (const width of WIDTHS)
  test(`the counts of a profile lead to lists from which people can be followed, at ${width} px`, async ({
    screenPage: page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const username = await registerAndOpen(page, 'fan', '/profile/theo')
    await page.getByRole('link', { name: /^\d+ followers?$/ }).click()
    await expect(page).toHaveURL('/profile/theo/followers')
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: `@${name}` })
    await expect(row('maya')).toContainText(/32 signals|\$12\/month/)
    await row('maya').getByRole('button', { name: 'Follow maya' }).click()
    await expect(row('maya').getByRole('button', { name: 'Following maya' })).toBeVisible()
    // The row on screen stays where it is, and the viewer's own list has her.
    await page.goto(`/profile/${username}/following`)
    await expect(row('maya').getByRole('button', { name: 'Following maya' })).toBeVisible()
    await page.getByRole('radio', { name: '0 followers' }).click()
    await expect(page).toHaveURL(`/profile/${username}/followers`)
    await expect(page.getByText('Nobody follows you yet.')).toBeVisible()
  })
