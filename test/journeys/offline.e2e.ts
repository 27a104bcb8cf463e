// Without a connection, or with one that breaks: what is said, what is kept, and that a signal is posted once.
import type { Page } from '@playwright/test'
import { stepUntil, stopClock } from './clock.ts'
import { allowErrors, enter, expect, test, toastOf } from './people.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Share Investment Signal' })
const contentOf = (page: Page) => dialogOf(page).getByRole('textbox', { name: 'Content' })
const post = (page: Page) => dialogOf(page).getByRole('button', { name: 'Post Signal' })

/** How many signals with these words everybody sees. */
async function times(page: Page, words: string): Promise<number> {
  const answer = await page.request.get('/api/signals/feed?scope=everyone&limit=100')
  return ((await answer.json()) as { content?: string }[]).filter(({ content }) => content === words).length
}

test('pressed while offline a signal is kept, and posted exactly once when one is back', async ({
  page,
  context,
}) => {
  allowErrors(page, /net::ERR_INTERNET_DISCONNECTED/)
  const words = `Written in a tunnel ${Math.random()}`
  await enter(page, 'theo', '/?dialog=signal')
  await contentOf(page).fill(words)
  await context.setOffline(true)
  await expect(
    dialogOf(page).getByText('Your draft is saved. Post it when you’re back online.'),
  ).toBeVisible()
  for (let n = 0; n < 3; n++) {
    await post(page).click()
    await expect(toastOf(page)).toContainText('You’re offline')
  }
  await context.setOffline(false)
  await expect(dialogOf(page).getByText('Your draft is saved.')).toHaveCount(0)
  await expect(contentOf(page)).toHaveValue(words)
  expect(await times(page, words)).toBe(0)
  await post(page).click()
  await expect(toastOf(page)).toContainText('Signal Posted')
  expect(await times(page, words)).toBe(1)
})

test(
  'an answer that is lost on the way does not make two of one signal, also after a reload',
  { tag: '@slow' },
  async ({ page }) => {
    allowErrors(page, /net::ERR_FAILED/)
    const words = `Sent, but did it arrive? ${Math.random()}`
    await enter(page, 'theo', '/?dialog=signal')
    await contentOf(page).fill(words)
    await page.route(
      '**/api/signals',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 2 },
    )
    for (let n = 0; n < 2; n++) {
      await post(page).click()
      await expect(toastOf(page)).toContainText('Error')
      await page.reload()
      await expect(contentOf(page)).toHaveValue(words)
    }
    await post(page).click()
    await expect(toastOf(page)).toContainText('Signal Posted')
    await expect(dialogOf(page)).toHaveCount(0)
    await expect(page.getByText(words)).toHaveCount(1)
    expect(await times(page, words)).toBe(1)

    // The same words another day are another signal.
    await page.goto('/?dialog=signal')
    await contentOf(page).fill(words)
    await post(page).click()
    await expect(toastOf(page)).toContainText('Signal Posted')
    expect(await times(page, words)).toBe(2)
  },
)

test('a draft outlives the session that was lost while it was written', async ({ page, context }) => {
  await page.clock.install()
  await enter(page, 'theo', '/?dialog=signal')
  await contentOf(page).fill('Half of it')
  await expect(dialogOf(page).getByText('Draft saved')).toBeVisible()
  await context.clearCookies()
  // Half a second later the page leaves for signing in.
  await stopClock(page)
  await post(page).click()
  await stepUntil(page, toastOf(page), 'Unauthorized')
  await page.clock.resume()
  await expect(page).toHaveURL(/auth=login/)
  await page.getByLabel('Username').fill('theo')
  await page.getByLabel('Password').fill('signalpost')
  await page.getByRole('button', { name: 'Sign In' }).click()
  // Signed in again, the dialog is open where it was.
  await expect(contentOf(page)).toHaveValue('Half of it')
  await expect(page).toHaveURL('/?dialog=signal')
})

test('a feed that was read before stays, and says how old it is, until one is back', async ({
  page,
  context,
}) => {
  allowErrors(page, /net::ERR_INTERNET_DISCONNECTED/)
  await enter(page, 'rosa')
  await expect(page.getByRole('article').first()).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(/^You’re offline\. This page was loaded before \d\d:\d\d\.$/)).toBeInViewport()
  await expect(page.getByRole('article').first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You’re offline')).toHaveCount(0)
})
