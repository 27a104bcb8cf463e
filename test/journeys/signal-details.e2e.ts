// "Add details" when posting a signal: what Maya states there, and how Rosa, who follows her, sees it.
import type { Page } from '@playwright/test'
import { expect, openAs, signIn, test, toastIn } from './fixtures.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Share Investment Signal' })
const box = (page: Page, name: string | RegExp) => dialogOf(page).getByRole('textbox', { name })
const post = (page: Page) => dialogOf(page).getByRole('button', { name: 'Post Signal' })

/** The last close of NVDA, as the server knows it. */
async function closeOf(page: Page): Promise<number> {
  const reply = await page.request.get('/api/tickers/NVDA/prices?period=1M')
  return ((await reply.json()) as { latest: { close: number } }).latest.close
}

test('Maya states target, stop, confidence, holding and promotion, and Rosa sees all of it', async ({
  screenPage: page,
  openBrowser,
}) => {
  const words = `Orders are ahead of supply. ${Math.random()}`
  await openAs(page, 'maya', '/?dialog=signal')
  const close = await closeOf(page)
  const [target, stop] = [(close * 1.2).toFixed(2), (close * 0.9).toFixed(2)]
  await expect(box(page, 'Target')).toHaveCount(0)
  await dialogOf(page).getByRole('button', { name: 'Add details' }).click()
  await box(page, 'Content').fill(words)
  await box(page, /^Tickers/).fill('NVDA')
  await box(page, 'Target').fill((close * 0.8).toFixed(2))
  await box(page, 'Stop').fill(stop)
  await box(page, 'Confidence').fill('40')
  await dialogOf(page).getByRole('radiogroup', { name: 'Do you hold this?' }).getByLabel('Yes').check()
  await expect(box(page, /^Paid by/)).toHaveCount(0)
  await dialogOf(page)
    .getByRole('radiogroup', { name: /^Were you paid/ })
    .getByLabel('Yes')
    .check()
  await box(page, /^Paid by/).fill('Acme Investor Relations')

  // Each mistake is named at its field: some by the page, and where prices are needed by the server.
  await post(page).click()
  await expect(box(page, 'Confidence')).toBeFocused()
  await expect(dialogOf(page).getByText('a whole number from 50 to 99')).toBeVisible()
  await box(page, 'Confidence').fill('65')
  await expect(dialogOf(page).getByText('the stop must be below the target')).toBeVisible()
  await box(page, 'Target').fill((close * 0.95).toFixed(2))
  await post(page).click()
  await expect(
    dialogOf(page).getByText(/^For a buy, the target must be above the last close of \$/),
  ).toBeVisible()
  await expect(box(page, 'Target')).toBeFocused()

  // The draft keeps the details, and shows them after a reload.
  await box(page, 'Target').fill(target)
  await expect(dialogOf(page).getByText('Draft saved')).toBeVisible()
  await page.reload()
  await expect(box(page, 'Target')).toHaveValue(target)
  await expect(box(page, /^Paid by/)).toHaveValue('Acme Investor Relations')
  await post(page).click()
  await expect(toastIn(page)).toContainText('Signal Posted')
  await expect(dialogOf(page)).toHaveCount(0)

  const rosa = await openBrowser()
  await signIn(rosa, 'rosa')
  const card = rosa.getByRole('article').filter({ hasText: words })
  await expect(card.getByRole('listitem')).toHaveText(['Buy', 'Paid promotion', '$NVDA'])
  await expect(card).toContainText(`Target $${target} · Stop $${stop} · 65% confident`)
  await expect(card).toContainText('Maya held $NVDA and was paid by Acme Investor Relations to post this')
  await card.getByRole('link', { name: 'now' }).click()
  await expect(rosa.getByRole('article').first()).toContainText('Paid promotion')

  // The next draft is empty, with closed details.
  await page.goto('/?dialog=signal')
  await expect(box(page, 'Content')).toHaveValue('')
  await expect(box(page, 'Target')).toHaveCount(0)
})
