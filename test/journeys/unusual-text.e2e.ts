// Text that can break a layout on the narrowest phone: very long words, emoji, right-to-left scripts and many tickers.
import type { Locator } from '@playwright/test'
import { openAs, expect, test } from './fixtures.ts'

const FAMILY = '👩🏽‍👩🏻‍👧🏿‍👦'
const LONG_WORD = 'Verylongword'.repeat(90).slice(0, 1000)
const RIGHT_TO_LEFT = 'أشتري ببطء وأبيع ببطء أكثر، ثم أنتظر. 📈 ASML ثم TSM'
const TICKERS = Array.from({ length: 20 }, (_, place) => `WIDE.TICK${String(place).padStart(3, '0')}`)
const SIGNALS = [
  { content: LONG_WORD, tickers: TICKERS, intent: 'taking_profits', timeHorizon: 'months' },
  { content: `${FAMILY.repeat(40)} 🚀🚀🚀`, tickers: [] },
  { content: RIGHT_TO_LEFT, tickers: ['2222.SR'], isPremium: true },
]

test(
  'very long words, emoji, right-to-left text and twenty tickers fit into 320 pixels',
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await openAs(page, 'lucia')
    const ids: string[] = []
    for (const signal of SIGNALS) {
      const answer = await page.request.post('/api/signals', { data: signal })
      expect(answer.status()).toBe(201)
      ids.push(((await answer.json()) as { id: string }).id)
    }
    // A follower who can read the first two signals and sees the last one locked.
    const rosa = await openBrowser()
    await rosa.setViewportSize({ width: 320, height: 640 })
    await openAs(rosa, 'rosa', '/profile/lucia')

    for (const [reader, path] of [
      [page, '/'],
      [page, '/profile'],
      [rosa, '/?scope=everyone'],
      [rosa, '/profile/lucia'],
    ] as const) {
      await reader.goto(path)
      for (const id of ids) {
        const card = reader.locator(`[data-signal="${id}"]`)
        await card.scrollIntoViewIfNeeded()
        // Measures the text itself: a card clips overflowing text, so the size of its box doesn't reveal it.
        const { left, right } = await card.evaluate((element) => {
          const parts = [...element.querySelectorAll('p, li, a, time')].map((part) => {
            const words = document.createRange()
            words.selectNodeContents(part)
            return words.getBoundingClientRect()
          })
          return {
            left: Math.min(...parts.map((part) => part.left)),
            right: Math.max(...parts.map((part) => part.right)),
          }
        })
        expect(left, path).toBeGreaterThanOrEqual(0)
        expect(right, path).toBeLessThanOrEqual(320)
      }
      const widths = await reader.evaluate(() => [document.scrollingElement?.scrollWidth, innerWidth])
      expect(widths, path).toEqual([320, 320])
    }

    const [longest, emoji, rightToLeft] = ids.map((id) => page.locator(`[data-signal="${id}"]`)) as [
      Locator,
      Locator,
      Locator,
    ]
    await expect(longest.getByRole('listitem')).toHaveText([
      'Buy',
      ...TICKERS.map((ticker) => `$${ticker}`),
      'Taking Profits',
    ])
    await expect(longest.getByText(LONG_WORD)).toBeVisible()
    await expect(emoji.getByText(FAMILY)).toBeVisible()
    await expect(rightToLeft.getByText(RIGHT_TO_LEFT)).toHaveCSS('direction', 'rtl')
  },
)

test('the signal dialog accepts very long text', { tag: '@slow' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openAs(page, 'lucia', '/?dialog=signal')
  const dialog = page.getByRole('dialog', { name: 'Share Investment Signal' })
  await dialog.getByRole('textbox', { name: 'Content' }).fill(LONG_WORD)
  await dialog.getByRole('textbox', { name: /^Tickers/ }).fill(TICKERS.join(','))
  await expect(dialog.getByRole('listitem')).toHaveCount(20)
  await expect(dialog.getByText('1000/1000')).toBeVisible()
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(320)
})
