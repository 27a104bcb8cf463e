// The subscribe dialog, for whoever wants to know more of a locked signal first: what it says, and where it leads.
import { expect, LATENCY_OF_PAYING, newcomer, test, toastOf } from './people.ts'
import { CARDS, newCreator, numberOf, payOf, signalOf, typeCard } from './paying.ts'

test.use({ latency: LATENCY_OF_PAYING })

// @spec-2.15 @spec-2.130 @spec-2.132 @spec-2.133 @spec-2.134 @spec-2.135 @spec-2.148 @spec-4.19 @spec-8.18
test(
  'the dialog of a locked signal says what one gets and pays, and leads on to the card form',
  { tag: '@slow' },
  async ({ page, another }) => {
    const creator = await newCreator(await another(), 'mila')
    await newcomer(page, 'bo', '/?scope=everyone')
    const card = signalOf(page, creator.premium.id)
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
    await expect(numberOf(page)).toBeVisible()
    // Nothing is paid yet, so nothing claims that it is.
    await expect(toastOf(page)).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL('/?scope=everyone')
    await expect(dialog).toHaveCount(0)
    await expect(more).toBeVisible()
    await page.goForward()
    await typeCard(page, CARDS.pays)
    await payOf(page).click()
    await expect(toastOf(page)).toContainText('Subscription Created')
    await expect(page).toHaveURL(`/profile/${creator.username}`)
    await page.goto('/?scope=everyone')
    await expect(card).toContainText(creator.premium.words)
  },
)
