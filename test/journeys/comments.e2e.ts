// Comments on a signal: writing, a reply beside its stake, editing, reporting, deleting, arriving live, a premium thread, and
// replies off.
import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, openAs, test, toastIn, WIDTHS } from './fixtures.ts'

const thread = (page: Page) => page.getByRole('region', { name: /comments?$/i })
const box = (page: Page) => thread(page).getByRole('textbox', { name: 'Write a comment' })
const row = (page: Page, text: string) => thread(page).getByRole('listitem').filter({ hasText: text })

/** The newest free signal of maya's with comments, from the demo. */
async function demoSignal(page: Page): Promise<string> {
  const reply = await page.request.get('/api/signals/feed?limit=100')
  const all = (await reply.json()) as { id: string; content?: string }[]
  return all.find(({ content }) => content?.startsWith('Started a position in ASML'))?.id ?? ''
}

for (const width of WIDTHS)
  test(`a thread is read, written in, edited, reported and left at ${width} px`, async ({
    screenPage: page,
    openBrowser,
    product,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await openAs(page, 'rosa', '/')
    const path = `/signal/${await demoSignal(page)}`
    // The count on the card leads to the thread.
    await page
      .getByRole('article')
      .filter({ hasText: 'Started a position in ASML' })
      .getByRole('link', { name: /comment/ })
      .click()
    await expect(thread(page)).toContainText('Everyone can reply')
    // Maya answers beside her open trade.
    await expect(row(page, 'Upgrades are the larger part')).toContainText(/Author.*Buy since/)
    await expect(thread(page).getByText('Deleted by its writer')).toBeVisible()

    const maya = await openBrowser()
    await maya.goto(`${product.origin}/robots.txt`)
    await openAs(maya, 'maya', product.origin + path)
    await expect(thread(maya)).toBeVisible()

    const words = `What about spares? ${Math.random()}`
    await thread(page).getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(thread(page).getByText('Write a comment', { exact: true }).last()).toBeVisible()
    await box(page).fill(words)
    await box(page).press('Tab')
    await page.keyboard.press('Enter')
    await expect(row(page, words)).toBeVisible()
    await expect(box(page)).toHaveValue('')
    // A page that shows the thread gets the comment without a reload.
    await expect(row(maya, words)).toBeVisible()

    await row(maya, words).getByRole('button', { name: 'Reply to rosa' }).click()
    await row(maya, words).getByRole('textbox', { name: 'Reply to rosa' }).fill('Spares too.')
    await row(maya, words).getByRole('button', { name: 'Reply', exact: true }).click()
    await expect(row(page, 'Spares too.').last()).toBeVisible()

    await row(page, words).getByRole('button', { name: 'Edit', exact: true }).click()
    await row(page, words).getByRole('textbox', { name: 'Edit your comment' }).fill(`${words} And tools?`)
    await row(page, words).getByRole('button', { name: 'Save' }).click()
    await expect(row(page, 'And tools?')).toContainText('Edited')
    await row(page, 'And tools?').getByRole('button', { name: 'Edited' }).click()
    await expect(row(page, 'And tools?').getByRole('list')).toContainText(words)

    await row(page, 'less sure about the second third').getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Report' }).click()
    const report = page.getByRole('dialog', { name: 'Report this comment' })
    await report.getByRole('radio', { name: /Spam/ }).check()
    await report.getByRole('button', { name: 'Send report' }).click()
    await expect(toastIn(page)).toContainText('Report sent')
    await expect(thread(page).getByText('You reported this comment')).toBeVisible()

    await row(page, 'And tools?').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete comment' }).click()
    await expect(row(page, 'And tools?')).toHaveCount(0)
    await expect(row(maya, 'And tools?')).toHaveCount(0)
    await expectAccessible(page)

    // The author gets an alert, which leads to the comment.
    await page.setViewportSize({ width, height: 800 })
    await maya.goto(`${product.origin}/alerts?filter=mentions`)
    await maya
      .getByRole('link', { name: /commented on your signal/ })
      .first()
      .click()
    await expect(maya.locator('[id^=comment-][aria-current=true]')).toBeFocused()
  })

test('the thread of a premium signal isn’t there for others, and replies can be off', async ({
  screenPage: page,
  openBrowser,
  product,
}) => {
  await openAs(page, 'theo', '/?dialog=signal')
  const dialog = page.getByRole('dialog', { name: 'Share Investment Signal' })
  const words = `No questions, please. ${Math.random()}`
  await dialog.getByRole('combobox', { name: 'Signal type' }).click()
  await page.getByRole('option', { name: 'Comment' }).click()
  await dialog.getByRole('textbox', { name: 'Content' }).fill(words)
  await dialog.getByRole('combobox', { name: 'Who may reply' }).click()
  await page.getByRole('option', { name: 'No one' }).click()
  await dialog.getByRole('button', { name: 'Post Signal' }).click()
  await expect(dialog).toHaveCount(0)
  const premium = await page.request.post('/api/signals', {
    data: { content: 'Paid', signalType: 'comment', isPremium: true },
    headers: { origin: product.origin },
  })
  const { id } = (await premium.json()) as { id: string }

  const rosa = await openBrowser()
  await rosa.goto(`${product.origin}/robots.txt`)
  await openAs(rosa, 'rosa', `${product.origin}/`)
  const card = rosa.getByRole('article').filter({ hasText: words })
  await expect(card).toContainText('Replies off')
  await card.getByRole('link', { name: 'now' }).click()
  await expect(thread(rosa)).toContainText('The author turned off replies to this signal.')
  await expect(box(rosa)).toHaveCount(0)
  await rosa.goto(`${product.origin}/signal/${id}`)
  await expect(rosa.getByRole('article').first()).toBeVisible()
  await expect(thread(rosa)).toHaveCount(0)
})
