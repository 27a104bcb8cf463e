// Offline or with a failing connection: messages, drafts, and posting a signal exactly once.
import type { Page } from '@playwright/test'
import { stepUntil, stopClock } from './page-clock.ts'
import { answerDisclosures, allowConsoleErrors, openAs, expect, test, toastIn } from './fixtures.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Share Investment Signal' })
const contentOf = (page: Page) => dialogOf(page).getByRole('textbox', { name: 'Content' })
const post = (page: Page) => dialogOf(page).getByRole('button', { name: 'Post Signal' })

/** How many signals with this content are in everyone's feed. */
async function countSignals(page: Page, words: string): Promise<number> {
  const answer = await page.request.get('/api/signals/feed?scope=everyone&limit=100')
  return ((await answer.json()) as { content?: string }[]).filter(({ content }) => content === words).length
}

test('a signal posted while offline is kept as a draft and posted exactly once when online', async ({
  page,
  context,
}) => {
  allowConsoleErrors(page, /net::ERR_INTERNET_DISCONNECTED/)
  const words = `Written in a tunnel ${Math.random()}`
  // Without the code of the toasts, nothing could say that the browser is offline.
  const toasts = page.waitForEvent('requestfinished', (request) => /\/toast-.*\.js$/.test(request.url()))
  await openAs(page, 'theo', '/?dialog=signal')
  await contentOf(page).fill(words)
  await answerDisclosures(page)
  await toasts
  await context.setOffline(true)
  await expect(
    dialogOf(page).getByText('Your draft is saved. Post it when you’re back online.'),
  ).toBeVisible()
  for (let n = 0; n < 3; n++) {
    await post(page).click()
    await expect(toastIn(page)).toContainText('You’re offline')
  }
  await context.setOffline(false)
  await expect(dialogOf(page).getByText('Your draft is saved.')).toHaveCount(0)
  await expect(contentOf(page)).toHaveValue(words)
  expect(await countSignals(page, words)).toBe(0)
  await post(page).click()
  await expect(toastIn(page)).toContainText('Signal Posted')
  expect(await countSignals(page, words)).toBe(1)
})

test(
  "a lost response doesn't post a signal twice, also after a reload",
  { tag: '@slow' },
  async ({ page }) => {
    allowConsoleErrors(page, /net::ERR_FAILED/)
    const words = `Sent, but did it arrive? ${Math.random()}`
    await openAs(page, 'theo', '/?dialog=signal')
    await contentOf(page).fill(words)
    await answerDisclosures(page)
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
      await expect(toastIn(page)).toContainText('Error')
      await page.reload()
      await expect(contentOf(page)).toHaveValue(words)
    }
    await post(page).click()
    await expect(toastIn(page)).toContainText('Signal Posted')
    await expect(dialogOf(page)).toHaveCount(0)
    await expect(page.getByText(words)).toHaveCount(1)
    expect(await countSignals(page, words)).toBe(1)

    // Later, the same content is a new signal.
    await page.goto('/?dialog=signal')
    await contentOf(page).fill(words)
    await answerDisclosures(page)
    await post(page).click()
    await expect(toastIn(page)).toContainText('Signal Posted')
    expect(await countSignals(page, words)).toBe(2)
  },
)

test('a draft survives a session that expires while it is written', async ({ page, context }) => {
  await page.clock.install()
  await openAs(page, 'theo', '/?dialog=signal')
  await contentOf(page).fill('Half of it')
  await answerDisclosures(page)
  await expect(dialogOf(page).getByText('Draft saved')).toBeVisible()
  await context.clearCookies()
  // Half a second later the page redirects to the sign-in dialog.
  await stopClock(page)
  await post(page).click()
  await stepUntil(page, toastIn(page), 'Unauthorized')
  await page.clock.resume()
  await expect(page).toHaveURL(/auth=login/)
  await page.getByLabel('Username').fill('theo')
  await page.getByLabel('Password', { exact: true }).fill('signalpost')
  await page.getByRole('button', { name: 'Sign In' }).click()
  // After signing in, the dialog is open again.
  await expect(contentOf(page)).toHaveValue('Half of it')
  await expect(page).toHaveURL('/?dialog=signal')
})

test('a loaded feed stays while offline and shows its age until the connection is back', async ({
  page,
  context,
}) => {
  allowConsoleErrors(page, /net::ERR_INTERNET_DISCONNECTED/)
  await openAs(page, 'rosa')
  await expect(page.getByRole('article').first()).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(/^You’re offline\. This page was loaded before \d\d:\d\d\.$/)).toBeInViewport()
  await expect(page.getByRole('article').first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You’re offline')).toHaveCount(0)
})
