// The longest names, the highest price and a long list fit wherever they appear: nothing is clipped or displaced.
import type { Page } from '@playwright/test'
import { DISPLAY_NAME_MAX, BIO_MAX, SUBSCRIPTION_PRICE_MAX_IN_CENTS } from '#shared/limits.ts'
import { clippedText } from './measure-layout.ts'
import { newCreator, payButton, subscribe } from './payment-steps.ts'
import { expect, register, test } from './fixtures.ts'

// These tests change no shared data, so they can run in any worker.
test.describe.configure({ mode: 'parallel' })

const LONG_NAME = 'W'.repeat(DISPLAY_NAME_MAX)
const RIGHT_TO_LEFT_NAME = 'محمد عبد الرحمن الطويل الاسم جدا من القاهرة القديمة'.slice(0, DISPLAY_NAME_MAX)
const RIGHT_TO_LEFT_BIO = 'أشتري ببطء وأبيع ببطء أكثر، ثم أنتظر طويلا. '.repeat(4).slice(0, BIO_MAX).trim()
const WIDTHS = [320, 768, 1280]

/** At every width: opens the address, waits for `words`, and checks the layout. */
async function expectToFitAllWidths(page: Page, path: string, words: string): Promise<void> {
  // Animations would change what is measured.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(path)
    await expect(page.getByText(words).first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect.soft(await clippedText(page), `${path} at ${width} px`).toEqual([])
  }
}

/** The names of the creator and of a subscriber, who may not have the creator's name. */
for (const [kind, displayName, subscriberName] of [
  ['one very long word', LONG_NAME, 'M'.repeat(DISPLAY_NAME_MAX)],
  ['right to left', RIGHT_TO_LEFT_NAME, RIGHT_TO_LEFT_NAME.split(' ').toReversed().join(' ')],
] as const)
  test(
    `a creator's name that is ${kind} fits wherever it appears`,
    { tag: '@slow' },
    async ({ page, openBrowser }) => {
      test.slow()
      const creator = await newCreator(page, 'wide', SUBSCRIPTION_PRICE_MAX_IN_CENTS)
      const changed = await page.request.put('/api/profile', {
        data: { displayName, bio: RIGHT_TO_LEFT_BIO },
      })
      expect(changed.ok()).toBe(true)
      const reader = await openBrowser()
      await register(reader, 'addy')
      await expectToFitAllWidths(reader, `/profile/${creator.username}`, displayName)
      await expectToFitAllWidths(reader, `/profile/${creator.username}/followers`, displayName)
      await expectToFitAllWidths(
        reader,
        `/profile/${creator.username}?dialog=subscribe&creator=${creator.id}`,
        '$90.00',
      )
      await reader.goto(`/subscribe/creator/${creator.id}`)
      await expect(payButton(reader)).toHaveAccessibleName('Pay $100.00')
      await expectToFitAllWidths(reader, `/subscribe/creator/${creator.id}`, displayName)
      await subscribe(reader, creator.id)
      await expectToFitAllWidths(reader, '/subscriptions', displayName)
      const subscriber = await reader.request.put('/api/profile', { data: { displayName: subscriberName } })
      expect(subscriber.ok()).toBe(true)
      await expectToFitAllWidths(page, '/subscriptions', subscriberName)
      await expectToFitAllWidths(page, '/profile', RIGHT_TO_LEFT_BIO.slice(0, 40))
      await expect(page.getByText(RIGHT_TO_LEFT_BIO)).toHaveCSS('direction', 'rtl')
    },
  )

test(
  'a list of thirty subscriptions can be scrolled to the last one, which has its buttons',
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    const creator = await newCreator(await openBrowser(), 'iris')
    await register(page, 'addy')
    await subscribe(page, creator.id)
    // Repeats the server's response for one subscription: thirty payments would take a minute.
    await page.route(/\/api\/subscriptions\/subscriber\//, async (route) => {
      const [one] = (await (await route.fetch()).json()) as { id: string }[]
      const json = Array.from({ length: 30 }, (_, place) => ({
        ...one,
        id: `${one?.id.slice(0, -2)}${10 + place}`,
      }))
      await route.fulfill({ json })
    })
    await expectToFitAllWidths(page, '/subscriptions', '$9.50/month')
    const rows = page.getByRole('region', { name: 'Your active subscriptions' }).getByRole('listitem')
    await expect(rows).toHaveCount(30)
    await rows
      .last()
      .getByRole('button', { name: /^Cancel/ })
      .click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Keep it' })).toBeInViewport()
  },
)
