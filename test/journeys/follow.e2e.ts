// Following and unfollowing: shown at once, counted, kept, and taken back exactly when the server cannot do it.
import type { Page } from '@playwright/test'
import { allowErrors, expect, figureOf, newcomer, test, toastOf } from './people.ts'

const follow = (page: Page) => page.getByRole('button', { name: 'Follow', exact: true })
const following = (page: Page) => page.getByRole('button', { name: 'Following', exact: true })

/** Keeps the next call to `path` waiting, until the returned function lets it go on or breaks it. */
async function hold(page: Page, path: RegExp) {
  let decide: (fate: 'let through' | 'cut off' | 'answered with 500') => void = () => {}
  const decided = new Promise<Parameters<typeof decide>[0]>((resolve) => (decide = resolve))
  await page.route(
    path,
    async (route) => {
      const fate = await decided
      if (fate === 'let through') return route.continue()
      if (fate === 'cut off') return route.abort()
      return route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong' } })
    },
    { times: 1 },
  )
  return decide
}

// @spec-2.111 @spec-2.117
test('following shows before the server answers, is counted, and stays after a reload; so does unfollowing', async ({
  page,
}) => {
  await newcomer(page, 'fan', '/profile/ivy')
  await expect(follow(page)).toBeVisible()
  const before = Number(await figureOf(page, 'Followers').innerText())

  const followed = await hold(page, /\/api\/follows$/)
  await follow(page).click()
  await expect(following(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(figureOf(page, 'Followers')).toHaveText(String(before + 1))
  let answered = page.waitForResponse((response) => response.request().method() === 'POST')
  followed('let through')
  expect((await answered).status()).toBe(201)
  await page.reload()
  await expect(following(page)).toBeVisible()
  await expect(figureOf(page, 'Followers')).toHaveText(String(before + 1))

  const unfollowed = await hold(page, /\/api\/follows\/[\w-]+$/)
  await following(page).click()
  await expect(follow(page)).toHaveAttribute('aria-pressed', 'false')
  await expect(figureOf(page, 'Followers')).toHaveText(String(before))
  answered = page.waitForResponse((response) => response.request().method() === 'DELETE')
  unfollowed('let through')
  expect((await answered).status()).toBe(200)
  await page.reload()
  await expect(follow(page)).toBeVisible()
  await expect(figureOf(page, 'Followers')).toHaveText(String(before))
})

// @spec-1.6
test('whoever is followed is in the feed afterwards, and in the own count', async ({ page }) => {
  await newcomer(page, 'fan')
  const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Follow maya' }) })
  await row.getByRole('button').click()
  await expect(page.getByRole('article', { name: 'Signal by maya' }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(figureOf(page, 'Following')).toHaveText('1')
})

// @spec-8.20
test('a follow that fails is taken back exactly, and can be tried again', async ({ page }) => {
  allowErrors(page, /net::ERR_FAILED/)
  await newcomer(page, 'fan', '/profile/greta')
  await expect(follow(page)).toBeVisible()
  const before = await figureOf(page, 'Followers').innerText()

  const decide = await hold(page, /\/api\/follows$/)
  await follow(page).click()
  await expect(following(page)).toBeVisible()
  decide('cut off')
  await expect(toastOf(page)).toContainText('Failed to follow user')
  await expect(follow(page)).toHaveAttribute('aria-pressed', 'false')
  await expect(figureOf(page, 'Followers')).toHaveText(before)

  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await follow(page).click()
  expect((await answered).status()).toBe(201)
  await expect(following(page)).toBeVisible()
  await expect(figureOf(page, 'Followers')).toHaveText(String(Number(before) + 1))
})

// @spec-8.21
test('an unfollow that fails is taken back exactly', { tag: '@slow' }, async ({ page }) => {
  allowErrors(page, /status of 500/)
  await newcomer(page, 'fan', '/profile/kwame')
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await follow(page).click()
  await answered
  await page.reload()
  await expect(following(page)).toBeVisible()
  const before = await figureOf(page, 'Followers').innerText()

  const decide = await hold(page, /\/api\/follows\/[\w-]+$/)
  await following(page).click()
  await expect(follow(page)).toBeVisible()
  decide('answered with 500')
  await expect(toastOf(page)).toContainText('Failed to unfollow user')
  await expect(following(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(figureOf(page, 'Followers')).toHaveText(before)
  await page.reload()
  await expect(following(page)).toBeVisible()
})
