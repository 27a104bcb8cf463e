// The posting preview: what a signal counts as, what a sell does, and what must be answered.
import type { Page } from '@playwright/test'
import { allowConsoleErrors, answerDisclosures, expect, openAs, test, toastIn } from './fixtures.ts'
import { expectAccessible } from './expect-accessible.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Share Investment Signal' })
const line = (page: Page) => dialogOf(page).getByRole('status').first()
const choice = (page: Page, name: string | RegExp) => dialogOf(page).getByRole('radio', { name })
const post = (page: Page) => dialogOf(page).getByRole('button', { name: 'Post Signal' })
const tickers = (page: Page) => dialogOf(page).getByRole('textbox', { name: /^Tickers/ })

async function choose(page: Page, box: string, option: string): Promise<void> {
  await dialogOf(page).getByRole('combobox', { name: box }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** A US share in which the viewer has no open trade, and one that they bought in a free signal and still hold. */
async function sharesOf(page: Page, username: string): Promise<{ unheld: string; held: string }> {
  const answer = await page.request.get(`/api/record/people/${username}/signals?limit=100`)
  type Part = { ticker: string; side: number; does: string | null }
  const outcomes = (await answer.json()) as { signalId: string; status: string; parts: Part[] }[]
  const { id } = (await (await page.request.get('/api/user')).json()) as { id: string }
  const posted = await page.request.get(`/api/signals/user/${id}?limit=100`)
  const free = ((await posted.json()) as { id: string; isPremium: boolean }[]).filter((one) => !one.isPremium)
  // Premium trades have their own record.
  const open = outcomes
    .filter(({ signalId, status }) => status === 'open' && free.some((one) => one.id === signalId))
    .flatMap(({ parts }) => parts)
  const buys = open.filter(({ side, does }) => side === 1 && does === 'opens')
  return { unheld: 'KHC', held: buys[0]?.ticker ?? '' }
}

test('the line says what counts, a sell must say what it does, and missing answers are named', async ({
  screenPage: page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openAs(page, 'maya', '/?dialog=signal')
  await expect(line(page)).toHaveText('Won’t be scored: add a ticker.')
  const { unheld, held } = await sharesOf(page, 'maya')
  await tickers(page).fill(`${unheld},`)
  await expect(line(page)).toHaveText(
    new RegExp(`^Counts as: buy ${unheld}, enters .+, ends .+ unless you close it\\.$`),
  )
  await choose(page, 'Signal type', 'Sell')
  await expect(line(page)).toContainText('Choose what this sell does')
  await expect(choice(page, /^Close my trade/)).not.toBeChecked()
  await expect(choice(page, /^Open a short/)).not.toBeChecked()
  await dialogOf(page).getByRole('textbox', { name: 'Content' }).fill('Too dear by half')

  // Each missing answer is named, and the first one gets the focus.
  await post(page).click()
  for (const message of [
    'Choose what this sell does',
    'Answer whether you hold this',
    'Answer whether you were paid',
  ])
    await expect(dialogOf(page).getByText(message, { exact: true })).toBeAttached()
  await expect(choice(page, /^Close my trade/)).toBeFocused()
  await choice(page, /^Open a short/).check()
  await choose(page, 'Time horizon', 'Days')
  await expect(line(page)).toHaveText(new RegExp(`^Counts as: short ${unheld}, enters `))
  await expectAccessible(page)

  // The sheet leaves a part of the page visible, and its footer leaves room for the fields.
  await page.setViewportSize({ width: 360, height: 740 })
  const sheet = await dialogOf(page).boundingBox()
  const foot = await dialogOf(page).locator('footer').boundingBox()
  expect(sheet?.height).toBeLessThanOrEqual(0.96 * 740)
  expect(foot?.height).toBeLessThanOrEqual((sheet?.height ?? 0) / 3)

  // With an open buy, the sell closes it and can do nothing else.
  await dialogOf(page)
    .getByRole('button', { name: `Remove ${unheld}` })
    .click()
  await tickers(page).fill(`${held},`)
  await expect(choice(page, /^Close my trade\s*Your buy from /)).toBeChecked()
  await expect(choice(page, /^Open a short\s*Possible once your buy has ended/)).toBeDisabled()
  await expect(line(page)).toHaveText(/^Closes your buy from .+ New York\. Doesn’t open a short\.$/)

  // A comment has no questions.
  await choose(page, 'Signal type', 'Comment')
  await expect(line(page)).toHaveText('Won’t be scored: a comment isn’t a trade.')
  await expect(dialogOf(page).getByRole('radio')).toHaveCount(0)
})

test('a preview that can’t be loaded says so, is retried, and keeps nobody from posting', async ({
  screenPage: page,
}) => {
  allowConsoleErrors(page, /status of 503/)
  await openAs(page, 'theo')
  await page.route('**/api/signals/preview*', (route) => route.fulfill({ status: 503, json: {} }), {
    times: 1,
  })
  await page.goto('/?dialog=signal')
  await expect(line(page)).toContainText('We can’t say right now')
  await dialogOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(line(page)).toHaveText('Won’t be scored: add a ticker.')
  await dialogOf(page).getByRole('textbox', { name: 'Content' }).fill(`Thinking aloud ${Math.random()}`)
  await answerDisclosures(page)
  await post(page).click()
  await expect(toastIn(page)).toContainText('Signal Posted')
})
