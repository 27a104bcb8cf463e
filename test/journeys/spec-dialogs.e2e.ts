// The signal dialog and the profile dialog: their fields, what they send, and their pending states.
import type { Page } from '@playwright/test'
import { holdCalls, continueCall, failWith } from './intercept-calls.ts'
import {
  answerDisclosures,
  allowConsoleErrors,
  openAs,
  expect,
  registerAndOpen,
  test,
  toastIn,
} from './fixtures.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true }).click()
/** The bodies that the page sends to `path`, in order. */
function sentTo(page: Page, path: string): unknown[] {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().endsWith(path)) sent.push(request.postDataJSON())
  })
  return sent
}

// @spec-2.86 @spec-2.87 @spec-2.88 @spec-2.90 @spec-2.91 @spec-2.92
test('the signal dialog has three types, three ways to add chips, a multi-line field and a disclaimer', async ({
  screenPage: page,
}) => {
  await openAs(page, 'theo', '/?dialog=signal')
  const type = dialogOf(page).getByRole('combobox', { name: 'Signal type' })
  await expect(type).toHaveText('Buy')
  await type.click()
  await expect(page.getByRole('option')).toHaveText(['Buy', 'Sell', 'Comment'])
  await page.keyboard.press('Escape')

  const tickers = dialogOf(page).getByRole('textbox', { name: /^Tickers/ })
  await tickers.pressSequentially('ko')
  await expect(tickers).toHaveValue('KO')
  await press(page, 'Add')
  await tickers.pressSequentially('pep,')
  await tickers.pressSequentially('mdlz')
  await tickers.press('Enter')
  await expect(dialogOf(page).getByRole('listitem')).toHaveText(['$KO', '$PEP', '$MDLZ'])

  const content = dialogOf(page).getByRole('textbox', { name: 'Content' })
  await expect(content).toHaveAttribute('placeholder', /trade idea, analysis or market view. No advice/)
  await content.pressSequentially('One')
  await content.press('Enter')
  await content.pressSequentially('Two')
  await expect(content).toHaveValue('One\nTwo')

  const disclaimer = dialogOf(page).getByText('This content is informational and not financial advice.')
  const ground = await disclaimer.evaluate((element) => {
    for (let place: Element | null = element; place; place = place.parentElement) {
      const { backgroundColor } = getComputedStyle(place)
      if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor.match(/\d+/g)?.map(Number)
    }
    return undefined
  })
  const [red = 0, green = 0, blue = 0] = ground ?? []
  expect([red > 240, green > 230, blue < 225], `yellow, not ${String(ground)}`).toEqual([true, true, true])
  await press(page, 'Cancel')
  await expect(dialogOf(page)).toHaveCount(0)
})

// @spec-2.93 @spec-4.15 @spec-4.17 @spec-5.32 @spec-7.22 @spec-8.15
test('a signal sends its tickers as a JSON string or null, and the button is disabled while posting', async ({
  screenPage: page,
}) => {
  allowConsoleErrors(page, /status of 500/)
  await openAs(page, 'theo', '/?dialog=signal')
  const sent = sentTo(page, '/api/signals')
  const answer = await holdCalls(page, '**/api/signals')
  const content = dialogOf(page).getByRole('textbox', { name: 'Content' })
  await content.fill(`Waiting ${Math.random()}`)
  await answerDisclosures(page)
  const words = await content.inputValue()
  await press(page, 'Post Signal')
  await expect(dialogOf(page).getByRole('button', { name: 'Posting...' })).toBeDisabled()
  await answer(failWith(500))
  await expect(toastIn(page)).toContainText('Error')
  await expect(toastIn(page)).toContainText('Failed to create signal. Please try again.')
  await expect(content).toHaveValue(words)

  await dialogOf(page)
    .getByRole('textbox', { name: /^Tickers/ })
    .fill('ko,pep')
  await press(page, 'Post Signal')
  await answer(continueCall)
  await expect(toastIn(page)).toContainText('Signal Posted')
  await expect(dialogOf(page)).toHaveCount(0)
  // The feed reloads by itself.
  await expect(page.getByRole('article').first()).toContainText(words)
  const common = { content: words, signalType: 'buy' }
  expect(sent).toMatchObject([
    { ...common, tickers: null },
    { ...common, tickers: '["KO","PEP"]' },
  ])
})

// @spec-2.125 @spec-2.127 @spec-2.128 @spec-2.129 @spec-5.19 @spec-5.20 @spec-5.33 @spec-8.22 @spec-8.23
test('the edit dialog sends trimmed values and omits empty fields', async ({ screenPage: page }) => {
  allowConsoleErrors(page, /status of 500/)
  await registerAndOpen(page, 'ida', '/profile?dialog=edit-profile')
  const sent = sentTo(page, '/api/profile')
  const answer = await holdCalls(page, '**/api/profile')
  await expect(dialogOf(page).getByRole('button', { name: 'Change picture' })).toBeVisible()
  const picture = dialogOf(page).getByLabel('Profile picture')
  await expect(picture).toHaveAttribute('accept', 'image/*')
  await expect(picture).not.toHaveAttribute('multiple')
  await dialogOf(page).getByLabel('Bio').fill('  Slow and steady \n')
  await expect(dialogOf(page).getByText('15/160 characters')).toBeVisible()
  await press(page, 'Save Changes')
  await expect(dialogOf(page).getByRole('button', { name: 'Saving...' })).toBeDisabled()
  await answer(failWith(500, 'Something of ours'))
  await expect(toastIn(page)).toContainText('Failed to update profile')
  await press(page, 'Save Changes')
  await answer(continueCall)
  await expect(toastIn(page)).toContainText('Profile updated successfully')
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(page.getByText('Slow and steady')).toBeVisible()
  expect(sent).toEqual([
    { bio: 'Slow and steady', isPublic: true },
    { bio: 'Slow and steady', isPublic: true },
  ])
  await page.goto('/profile?dialog=edit-profile')
  await press(page, 'Cancel')
  await expect(dialogOf(page)).toHaveCount(0)
})
