// Agreeing: when paying, with an unchecked box for immediate access, and again after the terms have changed.
import { CARDS, countPaymentAttempts, payButton, pressPay, typeCard } from './payment-steps.ts'
import { expectAccessible } from './expect-accessible.ts'
import { allowConsoleErrors, expect, register, registerAndOpen, test, toastIn } from './fixtures.ts'

test('paying says what renews and stores what is agreed to, with the box as it was left', async ({
  page,
}) => {
  await registerAndOpen(page, 'cara', '/creator-subscribe')
  const region = page.getByRole('region', { name: 'Card details' })
  await expect(region.getByText(/^Renews for \$2\.00 on .*, then monthly\. Cancel any time/)).toBeVisible()
  for (const name of ['Terms', 'Refunds'])
    await expect(region.getByRole('link', { name }).first()).toHaveAttribute('target', '_blank')
  const box = region.getByRole('checkbox', { name: /^I ask for immediate access/ })
  await expect(box).not.toBeChecked()
  await box.check()
  const agreed = page.waitForRequest('**/api/billing/consents')
  const answer = await pressPay(page, countPaymentAttempts(page), CARDS.pays)
  expect((await agreed).postDataJSON()).toEqual({ creatorId: null, immediateAccess: true })
  answer()
  await expect(page.getByRole('heading', { name: 'Creator Mode Activated' })).toBeVisible()
})

test('nothing is charged if the agreement can’t be stored', async ({ page }) => {
  allowConsoleErrors(page, /503/)
  await registerAndOpen(page, 'dora', '/creator-subscribe')
  await page.route('**/api/billing/consents', (route) => route.fulfill({ status: 503, json: {} }))
  const attempts = countPaymentAttempts(page)
  await typeCard(page, CARDS.pays)
  await payButton(page).click()
  await expect(page.getByRole('region', { name: 'Card details' })).toContainText('you weren’t charged')
  expect(attempts()).toBe(0)
  await expect(payButton(page)).toBeEnabled()
})

test('after a change of the terms a notice asks again, and blocks nothing', async ({ page }) => {
  await register(page, 'edda')
  // As if the terms had changed since.
  await page.route('**/api/consents', async (route) => {
    if (route.request().method() !== 'GET') return await route.continue()
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), isDue: true } })
  })
  await page.goto('/')
  const notice = page.getByRole('region', { name: /^Our Terms and Privacy of/ })
  await expect(notice).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Discover', exact: true }).first().click()
  await expect(page).toHaveURL('/discover')
  await notice.getByRole('button', { name: 'Later' }).click()
  await expect(notice).toBeHidden()
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await notice.getByRole('button', { name: 'I agree' }).click()
  await expect(toastIn(page)).toContainText('We’ve saved that you agree.')
  await expect(notice).toBeHidden()
})
