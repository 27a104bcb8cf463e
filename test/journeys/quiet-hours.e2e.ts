// Quiet hours: at 10 PM they begin, three signals wait, and at 7 AM one notification and one email say what happened.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Page, type BrowserContext } from '@playwright/test'
import { expect, signInByApi, test, WIDTHS } from './fixtures.ts'
import { addressOf } from './start-product.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const AWAY = '3 signals while you were away'
const headings = (page: Page) => page.getByRole('heading', { level: 2 })

test('quiet hours hold three signals until the morning, and then one message says so', async ({
  browser,
}) => {
  // The test starts its own product.
  test.slow()
  const [width = 1280] = WIDTHS
  const product = spawn(
    process.execPath,
    ['--no-warnings', 'test/journeys/start-settable-clock-product.ts', 'night'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const contexts: BrowserContext[] = []
  try {
    const baseURL = await addressOf(product)
    const open = async (name: string) => {
      const context = await browser.newContext({ baseURL, viewport: { width, height: 800 } })
      contexts.push(context)
      const page = await context.newPage()
      await signInByApi(page, name)
      return page
    }
    const [rosa, maya] = [await open('rosa'), await open('maya')]
    let aheadMs = 0
    const passUntil = (at: Date, minutes: number) => {
      const ms = at.getTime() - Date.now() - aheadMs + minutes * MINUTE_MS
      aheadMs += ms
      product.stdin.write(`${ms / DAY_MS}\n`)
    }
    /** When quiet hours next begin or end. */
    const change = async () => {
      const answer = await rosa.request.get('/api/alert-settings')
      const { schedule } = (await answer.json()) as { schedule: { quietChange: { at: string } } }
      return new Date(schedule.quietChange.at)
    }
    const timeOf = (at: Date) =>
      new Intl.DateTimeFormat('en-US', {
        weekday: 'short',
        month: 'short',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
      }).format(at)

    await rosa.goto('/profile/maya')
    await rosa.getByRole('button', { name: 'Alerts for @maya: off' }).click()
    await rosa.getByRole('menuitemcheckbox', { name: 'All signals' }).click()
    const bell = rosa.getByRole('button', { name: 'Alerts for @maya: all signals' })
    await bell.click()
    await rosa.getByRole('menuitemcheckbox', { name: /^Instant email/ }).click()
    await rosa.goto('/settings/notifications')
    // A test device, whose notifications are at /sandbox/push.
    await rosa.getByRole('switch', { name: 'Notifications on this device' }).click()
    await expect(rosa.getByText('This is a test device')).toBeVisible()
    await rosa.getByRole('switch', { name: /^Quiet hours/ }).click()
    const rule = rosa.getByText(/wait from 10:00 PM to 7:00 AM, then arrive together\./)
    await expect(rule).toContainText('M. ')
    const evening = await change()

    passUntil(evening, 5)
    await expect.poll(async () => (await change()).getTime()).not.toBe(evening.getTime())
    const morning = await change()
    await rosa.reload()
    await expect(rule).toContainText(`Quiet now, until ${timeOf(morning)}.`)
    await expect(rosa.getByText(`Next: ${timeOf(evening)}.`)).toHaveCount(0)
    const ids: string[] = []
    for (const content of ['One', 'Two', 'Three']) {
      const response = await maya.request.post('/api/signals', {
        data: { content, signalType: 'buy', tickers: '["KO"]' },
        headers: { origin: baseURL },
      })
      expect(response.status()).toBe(201)
      ids.push(((await response.json()) as { id: string }).id)
    }
    // Quiet hours don't affect the list: the bell counts the signals at once.
    await rosa.goto('/')
    await expect(rosa.getByRole('banner').getByRole('link', { name: 'Alerts, 3 new' })).toBeVisible()
    for (const id of ids)
      await expect
        .poll(async () => (await rosa.request.get(`/api/signals/${id}/delivery`)).json())
        .toMatchObject({ feeds: 1, handed: 0 })
    for (const path of ['/sandbox/push', '/sandbox/mail']) {
      await rosa.goto(path)
      await expect(rosa.getByText(/No (notifications|emails) yet/)).toBeVisible()
    }

    passUntil(morning, 1)
    for (const path of ['/sandbox/push', '/sandbox/mail'])
      await expect(async () => {
        await rosa.goto(path)
        await expect(headings(rosa)).toHaveText([AWAY], { timeout: 1000 })
      }).toPass()
    await rosa.goto('/sandbox/push')
    await rosa.getByRole('link', { name: 'Open' }).click()
    await expect(rosa).toHaveURL('/alerts')
    await expect(rosa.getByRole('region', { name: 'Alerts' }).getByRole('listitem')).toHaveCount(3)
  } finally {
    // Otherwise their event streams would be open while the product stops.
    await Promise.all(contexts.map((context) => context.close()))
    product.stdin.end()
    if (product.exitCode === null) await once(product, 'exit')
  }
})
