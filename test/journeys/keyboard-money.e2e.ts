// Earning and paying by keyboard alone: the card form, the payment provider's page and back, and the dialogs. A subscription is
// canceled by keyboard in money-manage-subscriptions.e2e.ts.
import type { Page } from '@playwright/test'
import {
  pressEnterOn,
  expectBackOn,
  expectFocusVisible,
  pageContent,
  tabTo,
  typeInto,
} from './keyboard-steps.ts'
import { CARDS, newCreator, cardNumberField, payButton, revenueFigure, subscribe } from './payment-steps.ts'
import { expect, registerAndOpen, test, toastIn, WIDTHS } from './fixtures.ts'

// Animated elements can't be measured.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

// The smallest space between the header and the tabs with a toast above them.
test.use({ viewport: { width: 360, height: 800 } })

/** Fills in the form from the number to the button, in tab order. */
async function payByCard(page: Page, number: string) {
  await typeInto(page, cardNumberField(page), number.replaceAll(' ', ''))
  for (const [label, text] of [
    ['Expiry', '1234'],
    ['Security code', '123'],
  ] as const) {
    await page.keyboard.press('Tab')
    await expect(page.getByLabel(label)).toBeFocused()
    await page.keyboard.type(text)
  }
  await pressEnterOn(page, payButton(page))
}

test(
  'Nina becomes a creator: she pays, sets up her payouts and sets a price',
  { tag: '@slow' },
  async ({ page }) => {
    await registerAndOpen(page, 'nina', '/profile')
    await pressEnterOn(page, page.getByRole('link', { name: 'Enable Creator Mode' }))
    await expect(page).toHaveURL('/creator-subscribe')
    await expect(pageContent(page)).toBeFocused()
    await payByCard(page, CARDS.pays)
    await expect(toastIn(page)).toContainText('Creator Mode Activated')
    await expect(page).toHaveURL('/creator-onboarding')
    await expect(pageContent(page)).toBeFocused()

    const payouts = page.getByRole('region', { name: 'Payouts' })
    await payouts.getByLabel('Your country').fill('United States')
    await pressEnterOn(page, payouts.getByRole('button', { name: 'Set up payouts' }))
    await expect(page.getByRole('heading', { name: 'Get paid' })).toBeVisible()
    // The form is already filled in; Enter in any field submits it.
    await pressEnterOn(page, page.getByLabel('First name'))
    await expect(page).toHaveURL(/\/creator-onboarding/)
    await expect(payouts).toContainText('Connected')

    const setPrice = page.getByRole('button', { name: 'Set price' })
    await typeInto(page, page.getByLabel('Monthly price'), '9.50')
    await tabTo(page, setPrice)
    await page.keyboard.press('Space')
    await expect(page.getByRole('heading', { name: 'You’re all set' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Update price' })).toBeFocused()
    await expectFocusVisible(page)
  },
)

for (const width of WIDTHS)
  test(
    `Ben subscribes after a declined card, at ${width} px`,
    { tag: '@slow' },
    async ({ page, openBrowser }) => {
      await page.setViewportSize({ width, height: 800 })
      const creator = await newCreator(await openBrowser(), 'mila')
      await registerAndOpen(page, 'ben', `/profile/${creator.username}`)
      const head = page.getByRole('region', { name: creator.username })
      await pressEnterOn(page, head.getByRole('link', { name: 'Subscribe $9.50/month' }))
      await expect(page).toHaveURL(`/subscribe?creator=${creator.id}`)
      await expect(pageContent(page)).toBeFocused()
      await payByCard(page, CARDS.isDeclined)
      // The reason for the decline has the focus first.
      await expect(page.locator(':focus')).toHaveText(/^Payment Failed/)
      await payByCard(page, CARDS.pays)
      await expect(toastIn(page)).toContainText('You are now subscribed to the creator')
      await expect(page).toHaveURL(`/profile/${creator.username}`)
      await expect(pageContent(page)).toBeFocused()
    },
  )

test(
  'Bo opens the offer of a locked signal, closes it, and the focus returns to its link',
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    const creator = await newCreator(await openBrowser(), 'mila')
    await registerAndOpen(page, 'bo', `/profile/${creator.username}`)
    const more = page.getByRole('article').getByRole('link', { name: 'See what’s included' })
    await pressEnterOn(page, more)
    const dialog = page.getByRole('dialog', { name: `Subscribe to ${creator.username}` })
    await expect(dialog).toBeFocused()
    await page.keyboard.press('Escape')
    await expectBackOn(page, more)
    await page.keyboard.press('Enter')
    await pressEnterOn(page, dialog.getByRole('button', { name: 'Subscribe $9.50/mo' }))
    await expect(page).toHaveURL(`/subscribe/creator/${creator.id}`)
    await expect(pageContent(page)).toBeFocused()
  },
)

test(
  'Mila changes her price, cancels her plan and undoes the cancellation',
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    const creator = await newCreator(page, 'mila')
    const subscriber = await openBrowser()
    await registerAndOpen(subscriber, 'early')
    await subscribe(subscriber, creator.id)
    await page.goto('/subscriptions')
    const opener = page.getByRole('button', { name: 'Edit price' })
    await pressEnterOn(page, opener)
    const dialog = page.getByRole('dialog', { name: 'Edit price' })
    await expect(dialog).toBeFocused()
    await page.keyboard.press('Escape')
    await expectBackOn(page, opener)
    await page.keyboard.press('Enter')
    const field = dialog.getByLabel('Monthly price')
    await typeInto(page, field, '4')
    await pressEnterOn(page, dialog.getByRole('button', { name: 'Update price' }))
    await expect(dialog).toContainText('Subscription price must be at least $5.00')
    await expect(field).toBeFocused()
    await expectFocusVisible(page)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await expect(revenueFigure(page, 'Your price')).toHaveText('$12/month')
    await expectBackOn(page, opener)

    const plan = page.getByRole('region', { name: 'Creator plan' })
    const cancel = plan.getByRole('button', { name: 'Cancel' })
    await pressEnterOn(page, cancel)
    const asks = page.getByRole('dialog', { name: 'Cancel your creator plan?' })
    await expect(asks).toBeFocused()
    await page.keyboard.press('Escape')
    await expectBackOn(page, cancel)
    await page.keyboard.press('Enter')
    await pressEnterOn(page, asks.getByRole('button', { name: 'Cancel plan' }))
    await expect(plan).toContainText('Creator Mode stays on until then.')
    await expectBackOn(page, plan.getByRole('button', { name: 'Undo' }))
    await page.keyboard.press('Enter')
    await expect(plan).toContainText('renews')
    await expect(cancel).toBeFocused()
  },
)
