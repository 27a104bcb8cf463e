// The subscribe dialog of a locked signal: what it shows and where it leads.
import { expect, registerAndOpen, test, toastIn, usePaymentLatency } from './fixtures.ts'
import { CARDS, newCreator, cardNumberField, payButton, signalCard, typeCard } from './payment-steps.ts'

usePaymentLatency()

// @spec-2.15 @spec-2.130 @spec-2.132 @spec-2.133 @spec-2.134 @spec-2.135 @spec-2.148 @spec-4.19 @spec-8.18
test(
  'the dialog of a locked signal shows benefits and price, and continues to the card form',
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    const creator = await newCreator(await openBrowser(), 'mila')
    await registerAndOpen(page, 'bo', '/?scope=everyone')
    const card = signalCard(page, creator.premium.id)
    const more = card.getByRole('link', { name: 'See what’s included' })
    await more.click()
    await expect(page).toHaveURL(`/?scope=everyone&dialog=subscribe&creator=${creator.id}`)
    const dialog = page.getByRole('dialog', { name: `Subscribe to ${creator.username}` })
    await expect(dialog).toContainText('Exclusive trade signals and insights')
    await expect(dialog).toContainText('Premium content and analysis')
    await expect(dialog).toContainText("Direct access to the creator's strategy")
    await expect(dialog).toContainText('Creator, 90%$8.55')
    await expect(dialog).toContainText('Platform fee, 10%$0.95')
    await expect(dialog).toContainText('Not financial advice')
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await page.goForward()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL('/?scope=everyone')

    await more.click()
    await dialog.getByRole('button', { name: 'Subscribe $9.50/mo' }).click()
    await expect(page).toHaveURL(`/subscribe/creator/${creator.id}`)
    await expect(cardNumberField(page)).toBeVisible()
    // Nothing is paid yet, so there is no success message.
    await expect(toastIn(page)).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL('/?scope=everyone')
    await expect(dialog).toHaveCount(0)
    await expect(more).toBeVisible()
    await page.goForward()
    await typeCard(page, CARDS.pays)
    await payButton(page).click()
    await expect(toastIn(page)).toContainText('Subscription Created')
    await expect(page).toHaveURL(`/profile/${creator.username}`)
    await page.goto('/?scope=everyone')
    await expect(card).toContainText(creator.premium.words)
  },
)
