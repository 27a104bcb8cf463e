// The longest names, the dearest price and the longest list, wherever they stand: nothing is cut off or pushed aside.
import type { Page } from '@playwright/test'
import { DISPLAY_NAME_MAX, BIO_MAX, SUBSCRIPTION_PRICE_MAX_IN_CENTS } from '#shared/limits.ts'
import { cutOff } from './measure.ts'
import { newCreator, payOf, subscribe } from './paying.ts'
import { expect, register, test } from './people.ts'

// Nothing is changed here, so each test may run in either worker.
test.describe.configure({ mode: 'parallel' })

const ENDLESS_NAME = 'W'.repeat(DISPLAY_NAME_MAX)
const RIGHT_TO_LEFT_NAME = 'محمد عبد الرحمن الطويل الاسم جدا من القاهرة القديمة'.slice(0, DISPLAY_NAME_MAX)
const RIGHT_TO_LEFT_BIO = 'أشتري ببطء وأبيع ببطء أكثر، ثم أنتظر طويلا. '.repeat(4).slice(0, BIO_MAX).trim()
const WIDTHS = [320, 768, 1280]

/** In every width: opens the address, waits for what it is for, and holds a ruler to it. */
async function expectRoom(page: Page, path: string, words: string): Promise<void> {
  // What is still coming into view is not measured.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(path)
    await expect(page.getByText(words).first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect.soft(await cutOff(page), `${path} at ${width} px`).toEqual([])
  }
}

for (const [kind, displayName] of [
  ['one endless word', ENDLESS_NAME],
  ['right to left', RIGHT_TO_LEFT_NAME],
] as const)
  test(
    `a creator whose name is ${kind} fits wherever the name stands`,
    { tag: '@slow' },
    async ({ page, another }) => {
      test.slow()
      const creator = await newCreator(page, 'wide', SUBSCRIPTION_PRICE_MAX_IN_CENTS)
      const changed = await page.request.put('/api/profile', {
        data: { displayName, bio: RIGHT_TO_LEFT_BIO },
      })
      expect(changed.ok()).toBe(true)
      const reader = await another()
      await register(reader, 'ada')
      await expectRoom(reader, `/profile/${creator.username}`, displayName)
      await expectRoom(
        reader,
        `/profile/${creator.username}?dialog=subscribe&creator=${creator.id}`,
        '$90.00',
      )
      await reader.goto(`/subscribe/creator/${creator.id}`)
      await expect(payOf(reader)).toHaveAccessibleName('Pay $100.00')
      await expectRoom(reader, `/subscribe/creator/${creator.id}`, displayName)
      await subscribe(reader, creator.id)
      await expectRoom(reader, '/subscriptions', displayName)
      const subscriber = await reader.request.put('/api/profile', { data: { displayName } })
      expect(subscriber.ok()).toBe(true)
      await expectRoom(page, '/subscriptions', displayName)
      await expectRoom(page, '/profile', RIGHT_TO_LEFT_BIO.slice(0, 40))
      await expect(page.getByText(RIGHT_TO_LEFT_BIO)).toHaveCSS('direction', 'rtl')
    },
  )

test(
  'of thirty subscriptions each is reached, and the last one has its buttons',
  { tag: '@slow' },
  async ({ page, another }) => {
    const creator = await newCreator(await another(), 'iris')
    await register(page, 'ada')
    await subscribe(page, creator.id)
    // What the server answers for one, thirty times over: thirty payments would take a minute.
    await page.route(/\/api\/subscriptions\/subscriber\//, async (route) => {
      const [one] = (await (await route.fetch()).json()) as { id: string }[]
      const json = Array.from({ length: 30 }, (_, place) => ({
        ...one,
        id: `${one?.id.slice(0, -2)}${10 + place}`,
      }))
      await route.fulfill({ json })
    })
    await expectRoom(page, '/subscriptions', '$9.50/month')
    const rows = page.getByRole('region', { name: 'Your active subscriptions' }).getByRole('listitem')
    await expect(rows).toHaveCount(30)
    await rows
      .last()
      .getByRole('button', { name: /^Cancel/ })
      .click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Keep it' })).toBeInViewport()
  },
)
