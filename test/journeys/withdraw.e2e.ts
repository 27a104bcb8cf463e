// Withdrawing a signal: its author does it from the card's menu, and a reader's open page shows it at once.
import { expect, openAs, test, toastIn, WIDTHS } from './fixtures.ts'

const HIDDEN = 'Withdrawn by its author'

for (const width of WIDTHS)
  test(`an author withdraws a signal, and its readers no longer see the text, at ${width} px`, async ({
    screenPage: page,
    openBrowser,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await openAs(page, 'theo', '/profile')
    const content = `Changed my mind at ${width}`
    const posted = await page.request.post('/api/signals', {
      data: { content, signalType: 'buy', tickers: ['NVDA'] },
    })
    const { id } = (await posted.json()) as { id: string }
    const reader = await openBrowser()
    await reader.setViewportSize({ width, height: 800 })
    await openAs(reader, 'rosa', `/signal/${id}`)
    const seen = reader.locator(`[data-signal="${id}"]`).first()
    await expect(seen).toContainText(content)
    await seen.getByRole('button', { name: 'More about this signal' }).click()
    await expect(reader.getByRole('menuitem', { name: 'Mute @theo' })).toBeVisible()
    await expect(reader.getByRole('menuitem', { name: 'Withdraw' })).toHaveCount(0)
    await reader.keyboard.press('Escape')

    await page.goto(`/signal/${id}`)
    const card = page.locator(`[data-signal="${id}"]`).first()
    const menu = card.getByRole('button', { name: 'More about this signal' })
    await menu.press('Enter')
    await page.getByRole('menuitem', { name: 'Withdraw' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Withdraw this signal?' })
    await expect(dialog).toContainText('It is still scored')
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(menu).toBeFocused()
    await expect(card).toContainText(content)

    await menu.click()
    await page.getByRole('menuitem', { name: 'Withdraw' }).click()
    await dialog.getByRole('button', { name: 'Withdraw signal' }).click()
    await expect(toastIn(page)).toContainText('Signal withdrawn')
    await expect(dialog).toHaveCount(0)
    await expect(card).toContainText(HIDDEN)
    await expect(card).not.toContainText(content)
    await expect(card.getByRole('link', { name: /ago|now|\d+[smh]/ }).first()).toBeFocused()

    // Rosa follows Theo.
    await expect(seen).toContainText(HIDDEN)
    await expect(seen).not.toContainText(content)
    await expect(seen).toContainText('$NVDA')
    await page.goto('/log')
    await expect(page.getByText(/Withdraws entry [\d,]+; it is still scored/).first()).toBeVisible()
  })
