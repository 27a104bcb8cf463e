// Posting a signal: from the antenna button to a follower's feed, and who is redirected instead.
import type { Page } from '@playwright/test'
import { atMost } from '#test/test-scope.ts'
import { answerDisclosures, openAs, expect, signIn, test, toastIn } from './fixtures.ts'

const antenna = (page: Page) => page.getByRole('link', { name: 'Share Investment Signal' })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Share Investment Signal' })
const tickersOf = (page: Page) => dialogOf(page).getByRole('textbox', { name: /^Tickers/ })
const contentOf = (page: Page) => dialogOf(page).getByRole('textbox', { name: 'Content' })
const post = (page: Page) => dialogOf(page).getByRole('button', { name: 'Post Signal' })
const chips = (page: Page) =>
  dialogOf(page).getByRole('list', { name: 'Tickers added' }).getByRole('listitem')

// @spec-2.56 @spec-4.16 @spec-8.16
test('a creator posts a signal, and a follower sees it at the top of her feed', async ({
  screenPage: page,
  openBrowser,
}) => {
  const words = `Order books first, headlines later. ${Math.random()}`
  await openAs(page, 'maya')
  await antenna(page).click()
  await tickersOf(page).pressSequentially('asml')
  await tickersOf(page).press('Enter')
  await tickersOf(page).pressSequentially('tsm,')
  await expect(chips(page)).toHaveText(['$ASML', '$TSM'])
  await expect(tickersOf(page)).toHaveValue('')
  await contentOf(page).fill(words)
  await answerDisclosures(page)
  await expect(dialogOf(page).getByText('Draft saved')).toBeVisible()

  await page.reload()
  await expect(contentOf(page)).toHaveValue(words)
  await expect(chips(page)).toHaveText(['$ASML', '$TSM'])
  await expect(
    dialogOf(page).getByText('This content is informational and not financial advice.'),
  ).toBeVisible()
  await post(page).click()
  await expect(toastIn(page)).toContainText('Signal Posted')
  await expect(toastIn(page)).toContainText('Your signal has been shared with your followers.')
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(page.getByRole('article').first()).toContainText(words)

  const rosa = await openBrowser()
  await signIn(rosa, 'rosa')
  const newest = rosa.getByRole('article').first()
  await expect(async () => {
    await rosa.reload()
    await expect(newest).toContainText(words, { timeout: atMost(1000) })
  }).toPass()
  await expect(newest).toHaveAccessibleName('Signal by maya')
  await expect(newest.getByRole('listitem')).toHaveText(['Buy', '$ASML', '$TSM'])
  await expect(newest.getByText('now', { exact: true })).toBeVisible()

  // Posting clears the draft.
  await antenna(page).click()
  await expect(contentOf(page)).toHaveValue('')
  await expect(chips(page)).toHaveCount(0)
})

// @spec-2.89 @spec-5.24
test('a signal needs content of at most 1000 characters and valid tickers, and each chip can be removed', async ({
  screenPage: page,
}) => {
  await openAs(page, 'theo', '/?dialog=signal')
  await post(page).click()
  await expect(dialogOf(page).getByText('Signal content is required')).toBeVisible()
  await contentOf(page).fill('x'.repeat(1001))
  await expect(dialogOf(page).getByText('Signal content too long')).toBeVisible()
  await expect(dialogOf(page).getByText('1001/1000')).toBeVisible()
  await contentOf(page).fill('Fine')
  await tickersOf(page).fill('ko, pep, ko, b@d')
  await expect(chips(page)).toHaveText(['$KO', '$PEP'])
  await expect(dialogOf(page).getByText('"B@D" isn’t a valid ticker')).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Remove KO' }).click()
  await expect(chips(page)).toHaveText(['$PEP'])
  await post(page).click()
  await expect(tickersOf(page)).toBeFocused()
  await expect(dialogOf(page)).toBeVisible()
})

test(
  'the dialog shows who can read the signal before posting, on a phone and on a laptop',
  { tag: '@slow' },
  async ({ page }) => {
    await openAs(page, 'theo')
    const premium = dialogOf(page).getByRole('switch', { name: 'Premium' })
    for (const [width, height] of [
      [360, 740],
      [390, 844],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto('/?dialog=signal')
      const said = dialogOf(page).getByText('For subscribers only.')
      await expect(said).toHaveCount(0)
      await premium.click()
      await expect(said).toBeInViewport({ ratio: 1 })
      await premium.click()
      await expect(said).toHaveCount(0)
    }
    // The shortcut works from the switch.
    await contentOf(page).fill(`For whom? ${Math.random()}`)
    await answerDisclosures(page)
    await premium.focus()
    await page.keyboard.press('Space')
    await expect(premium).toBeChecked()
    await page.keyboard.press('Control+Enter')
    await expect(toastIn(page)).toContainText('Signal Posted')
    await expect(page.getByRole('article').first()).toContainText('Premium')
  },
)

// @spec-2.66
test('Back closes the dialog, and opening it again restores the draft', async ({ screenPage: page }) => {
  await openAs(page, 'theo')
  await antenna(page).click()
  await expect(page).toHaveURL('/?dialog=signal')
  await contentOf(page).fill('Half a thought')
  await page.goBack()
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(page).toHaveURL('/')
  await page.goForward()
  await expect(contentOf(page)).toHaveValue('Half a thought')
})

test('signing out removes this person’s drafts from this device, and leaves another person’s', async ({
  screenPage: page,
}) => {
  const keysOf = (userId: string) =>
    page.evaluate((id) => Object.keys(localStorage).filter((key) => key.includes(id)), userId)
  async function draftAs(username: string, text: string): Promise<string> {
    await openAs(page, username, '/?dialog=signal')
    const { id } = (await (await page.request.get('/api/user')).json()) as { id: string }
    await contentOf(page).fill(text)
    await expect(dialogOf(page).getByText('Draft saved')).toBeVisible()
    // The browser also has what an attempt to post and a visit to a track record leave there.
    await page.evaluate((userId) => {
      for (const kind of ['attempt', 'capital']) localStorage.setItem(`signalpost-${kind}-${userId}`, '5000')
    }, id)
    expect(await keysOf(id)).toHaveLength(3)
    return id
  }
  const maya = await draftAs('maya', 'What Maya thinks')
  const theo = await draftAs('theo', 'Half a secret')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(toastIn(page)).toContainText('Logged out')
  expect([await keysOf(theo), (await keysOf(maya)).length]).toEqual([[], 3])

  await openAs(page, 'maya', '/?dialog=signal')
  await expect(contentOf(page)).toHaveValue('What Maya thinks')
})

// @spec-2.16 @spec-2.64 @spec-2.65
test(
  'the antenna and the portfolio lead to Creator Mode, or to the payout setup if that is missing',
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    await openAs(page, 'omar')
    await antenna(page).click()
    await expect(page).toHaveURL('/creator-subscribe')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Creator Mode')
    await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('$2.00/month')
    await page.goBack()
    await page.getByRole('link', { name: 'Portfolio', exact: true }).click()
    await expect(page).toHaveURL('/creator-subscribe')
    await page.goto('/?dialog=signal')
    await expect(page).toHaveURL('/creator-subscribe')

    const jonas = await openBrowser()
    await openAs(jonas, 'jonas')
    await antenna(jonas).click()
    await expect(jonas).toHaveURL('/creator-onboarding')
  },
)

// @spec-8.14 @spec-9.16
test(
  'a refusal for missing Creator Mode is explained and redirects to it after 1.5 seconds',
  { tag: '@slow' },
  async ({ page }) => {
    await page.clock.install()
    await openAs(page, 'theo', '/?dialog=signal')
    await contentOf(page).fill('Not while the plan is unpaid')
    await answerDisclosures(page)
    await page.route('**/api/signals', (route) =>
      route.fulfill({
        status: 403,
        json: { code: 'creator_mode_required', message: 'No', requiresSubscription: true },
      }),
    )
    await page.clock.pauseAt(Date.now() + 60_000)
    await post(page).click()
    await expect(toastIn(page)).toContainText('Creator Mode Required')
    await expect(toastIn(page)).toContainText('Subscribe to Creator Mode ($2/month) to post signals.')
    await page.clock.runFor(1400)
    await expect(page).toHaveURL('/?dialog=signal')
    await page.clock.runFor(200)
    await expect(page).toHaveURL('/creator-subscribe')
    await page.clock.resume()
    await page.goto('/?dialog=signal')
    await expect(contentOf(page)).toHaveValue('Not while the plan is unpaid')
  },
)

// @spec-4.17 @spec-8.15
test("any other refusal shows the server's message, and the dialog stays open", async ({
  screenPage: page,
}) => {
  await openAs(page, 'theo', '/?dialog=signal')
  await contentOf(page).fill('Twice in a second')
  await answerDisclosures(page)
  const message = 'Too many requests. Please wait a moment and try again.'
  await page.route('**/api/signals', (route) => route.fulfill({ status: 429, json: { message } }))
  await post(page).click()
  await expect(toastIn(page)).toContainText(message)
  await expect(contentOf(page)).toHaveValue('Twice in a second')
})

test('the error for missing content is in view, also on a phone', async ({ screenPage: page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await openAs(page, 'maya', '/?dialog=signal')
  await post(page).click()
  const sentence = dialogOf(page).getByText('Signal content is required')
  await expect(sentence).toBeInViewport({ ratio: 1 })
  const [words, foot] = [
    await sentence.boundingBox(),
    await dialogOf(page).getByText('This content is informational and not financial advice.').boundingBox(),
  ]
  expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThan(foot?.y ?? 0)
})
