// Earning and paying with a keyboard alone: the card form, the payment provider's page and back, and every dialog.
import type { Page } from '@playwright/test'
import { enterOn, expectBackOn, expectSeen, startOf, tabTo, typeInto } from './keys.ts'
import { CARDS, newCreator, numberOf, payOf, revenueOf, rowOf, subscribe } from './paying.ts'
import { expect, newcomer, test, toastOf } from './people.ts'

// Nothing is looked at on its way to where it stands.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

// The least room between the header and what stands at the bottom: the tabs, and above them a toast.
test.use({ viewport: { width: 360, height: 800 } })

/** From the number to the button, in the order in which they stand. */
async function payByCard(page: Page, number: string) {
  await typeInto(page, numberOf(page), number.replaceAll(' ', ''))
  for (const [label, text] of [
    ['Expiry', '1234'],
    ['Security code', '123'],
  ] as const) {
    await page.keyboard.press('Tab')
    await expect(page.getByLabel(label)).toBeFocused()
    await page.keyboard.type(text)
  }
  await enterOn(page, payOf(page))
}

test(
  'Nina becomes a creator: pays, sets up her payouts and names a price',
  { tag: '@slow' },
  async ({ page }) => {
    await newcomer(page, 'nina', '/profile')
    await enterOn(page, page.getByRole('link', { name: 'Enable Creator Mode' }))
    await expect(page).toHaveURL('/creator-subscribe')
    await expect(startOf(page)).toBeFocused()
    await payByCard(page, CARDS.pays)
    await expect(toastOf(page)).toContainText('Creator Mode Activated')
    await expect(page).toHaveURL('/creator-onboarding')
    await expect(startOf(page)).toBeFocused()

    const payouts = page.getByRole('region', { name: 'Payouts' })
    await enterOn(page, payouts.getByRole('button', { name: 'Set up payouts' }))
    await expect(page.getByRole('heading', { name: 'Get paid' })).toBeVisible()
    // Filled in already; Enter in any of its fields sends it.
    await enterOn(page, page.getByLabel('First name'))
    await expect(page).toHaveURL(/\/creator-onboarding/)
    await expect(payouts).toContainText('Connected')

    const update = page.getByRole('button', { name: 'Update price' })
    await typeInto(page, page.getByLabel('Monthly price'), '9.50')
    await tabTo(page, update)
    await page.keyboard.press('Space')
    await expect(page.getByRole('heading', { name: 'You’re all set' })).toBeVisible()
    await expect(update).toBeFocused()
    await expectSeen(page)
  },
)

for (const width of [1280, 360])
  test(
    `Ben, whose first card is declined, subscribes with another one, cancels, and stays at ${width} px`,
    { tag: '@slow' },
    async ({ page, another }) => {
      await page.setViewportSize({ width, height: 800 })
      const creator = await newCreator(await another(), 'mila')
      await newcomer(page, 'ben', `/profile/${creator.username}`)
      const head = page.getByRole('region', { name: creator.username })
      await enterOn(page, head.getByRole('link', { name: 'Subscribe $9.50/month' }))
      await expect(page).toHaveURL(`/subscribe?creator=${creator.id}`)
      await expect(startOf(page)).toBeFocused()
      await payByCard(page, CARDS.isDeclined)
      // Why it did not go through is read first.
      await expect(page.locator(':focus')).toHaveText(/^Payment Failed/)
      await payByCard(page, CARDS.pays)
      await expect(toastOf(page)).toContainText('You are now subscribed to the creator')
      await expect(page).toHaveURL(`/profile/${creator.username}`)
      await expect(startOf(page)).toBeFocused()

      await page.goto('/subscriptions')
      const held = rowOf(page, 'Your active subscriptions', creator.username)
      const cancel = held.getByRole('button', { name: /^Cancel/ })
      await enterOn(page, cancel)
      const asks = page.getByRole('dialog', { name: /^Cancel subscription/ })
      await expect(asks).toBeFocused()
      await page.keyboard.press('Escape')
      await expectBackOn(page, cancel)
      await page.keyboard.press('Enter')
      await enterOn(page, asks.getByRole('button', { name: 'Keep it' }))
      await expectBackOn(page, cancel)
      await page.keyboard.press('Enter')
      await enterOn(page, asks.getByRole('button', { name: 'Cancel subscription' }))
      await expect(held).toContainText(/Ends \w{3} \d/)
      await expectBackOn(page, held.getByRole('button', { name: /^Undo/ }))
      await page.keyboard.press('Enter')
      await expect(held).toContainText('renews')
      await expect(cancel).toBeFocused()
      await expectSeen(page)
    },
  )

test(
  'Bo opens a locked signal from the list, looks at the offer, and is back on its link',
  { tag: '@slow' },
  async ({ page, another }) => {
    const creator = await newCreator(await another(), 'mila')
    await newcomer(page, 'bo', `/profile/${creator.username}`)
    const more = page.getByRole('article').getByRole('link', { name: 'See what’s included' })
    await enterOn(page, more)
    const dialog = page.getByRole('dialog', { name: `Subscribe to ${creator.username}` })
    await expect(dialog).toBeFocused()
    await page.keyboard.press('Escape')
    await expectBackOn(page, more)
    await page.keyboard.press('Enter')
    await enterOn(page, dialog.getByRole('button', { name: 'Subscribe $9.50/mo' }))
    await expect(page).toHaveURL(`/subscribe/creator/${creator.id}`)
    await expect(startOf(page)).toBeFocused()
  },
)

test(
  'Mila changes her price, and stops her plan and goes on with it',
  { tag: '@slow' },
  async ({ page, another }) => {
    const creator = await newCreator(page, 'mila')
    const subscriber = await another()
    await newcomer(subscriber, 'early')
    await subscribe(subscriber, creator.id)
    await page.goto('/subscriptions')
    const opener = page.getByRole('button', { name: 'Edit price' })
    await enterOn(page, opener)
    const dialog = page.getByRole('dialog', { name: 'Edit price' })
    await expect(dialog).toBeFocused()
    await page.keyboard.press('Escape')
    await expectBackOn(page, opener)
    await page.keyboard.press('Enter')
    const field = dialog.getByLabel('Monthly price')
    await typeInto(page, field, '4')
    await enterOn(page, dialog.getByRole('button', { name: 'Update price' }))
    await expect(dialog).toContainText('Subscription price must be at least $5.00')
    await expect(field).toBeFocused()
    await expectSeen(page)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await expect(revenueOf(page, 'Your price')).toHaveText('$12/month')
    await expectBackOn(page, opener)

    const plan = page.getByRole('region', { name: 'Creator plan' })
    const cancel = plan.getByRole('button', { name: 'Cancel' })
    await enterOn(page, cancel)
    const asks = page.getByRole('dialog', { name: 'Cancel your creator plan?' })
    await expect(asks).toBeFocused()
    await page.keyboard.press('Escape')
    await expectBackOn(page, cancel)
    await page.keyboard.press('Enter')
    await enterOn(page, asks.getByRole('button', { name: 'Cancel plan' }))
    await expect(plan).toContainText('Creator Mode stays on until then.')
    await expectBackOn(page, plan.getByRole('button', { name: 'Undo' }))
    await page.keyboard.press('Enter')
    await expect(plan).toContainText('renews')
    await expect(cancel).toBeFocused()
  },
)
