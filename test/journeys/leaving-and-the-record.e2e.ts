// What remains of an author's record when they delete their account: while they are hidden, after 14 days, and when their sealed
// trades are due. Others look with their own browsers, and a stranger with the program from the log.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { hasPython, runPython } from '#test/features/record/log/run-python.ts'
import { expect, signInByApi, test, toastIn } from './fixtures.ts'
import { addressOf } from './start-product.ts'

const ENTRIES = 'The latest entries of the log'
const entriesOn = (page: Page) => page.getByRole('table', { name: ENTRIES })
const checks = (page: Page, state: string) => page.locator(`[data-check="${state}"]`)

test('an author leaves; their record stays without a name, and their sealed trade is opened all the same', async ({
  browser,
}) => {
  // It starts a product of its own, and Python five times.
  test.slow()
  const product = spawn(
    process.execPath,
    ['--no-warnings', 'test/journeys/start-settable-clock-product.ts', 'leaving'],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const folder = await mkdtemp(join(tmpdir(), 'signalpost-stranger-'))
  const contexts: BrowserContext[] = []
  try {
    const baseURL = await addressOf(product)
    const open = async () => {
      const context = await browser.newContext({ baseURL })
      contexts.push(context)
      return await context.newPage()
    }
    const [lea, nora, visitor] = [await open(), await open(), await open()]
    await signInByApi(lea, 'lea')
    await signInByApi(nora, 'nora')
    const ended = () => visitor.getByRole('region', { name: 'No longer posting' })
    const runStranger = async (...more: string[]) => {
      if (hasPython) expect(await runPython(folder, baseURL, ...more)).toMatchObject({ code: 0 })
    }

    // Lea's record is scored, and a visitor keeps what they saw of the log.
    const all = await idsOf(lea)
    const id = all.get('Lea’s words about NVDA') ?? ''
    const sealedId = all.get('Lea’s words for subscribers') ?? ''
    await expect(async () => {
      await nora.goto('/profile/lea/record')
      await expect(nora.getByText(/^7 signals since .* 6 became scored trades; none left out\./)).toBeVisible(
        {
          timeout: 5000,
        },
      )
    }).toPass({ timeout: 120_000 })
    await visitor.goto(`/verify?signal=${id}`)
    await expect(checks(visitor, 'ok')).toHaveCount(3)
    await runStranger(id)

    await lea.goto('/settings/data')
    await lea.getByRole('link', { name: 'Delete account' }).click()
    const dialog = lea.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await dialog.getByLabel('Type your username to confirm').fill('lea')
    await lea.keyboard.press('Enter')
    await expect(toastIn(lea)).toContainText('Account hidden')

    // For 14 days nobody sees the author, and the log stays as it was.
    pass(product, 13)
    await nora.goto('/profile/lea/record')
    await signInByApi(nora, 'nora')
    await nora.goto('/profile/lea/record')
    await expect(nora.getByRole('heading', { name: 'User not found' })).toBeVisible()
    await nora.goto(`/signal/${id}`)
    await expect(nora.getByText('Lea’s words about NVDA')).toHaveCount(0)
    await visitor.goto('/discover')
    await expect(visitor.getByRole('heading', { level: 1, name: 'Discover' })).toBeVisible()
    await expect(ended()).toHaveCount(0)
    await visitor.goto(`/verify?signal=${id}`)
    await expect(checks(visitor, 'ok').last()).toContainText('The log you saw last time is still inside')
    await expect(checks(visitor, 'fault')).toHaveCount(0)
    await visitor.goto('/log')
    await expect(entriesOn(visitor)).toContainText('Buy $NVDA')
    await expect(entriesOn(visitor)).not.toContainText('An author left')

    // Then the person is gone, and the record is a former member's.
    pass(product, 1.1)
    await expect(async () => {
      await visitor.goto('/log')
      await expect(entriesOn(visitor)).toContainText('An author left; their entries stay', { timeout: 5000 })
    }).toPass({ timeout: 120_000 })
    await expect(entriesOn(visitor)).toContainText('Buy $NVDA')
    await expect(entriesOn(visitor)).not.toContainText('Opens entry')
    // Ratings come last, and a visitor's page stays the same for a minute.
    await expect.poll(() => endedRecords(visitor), { timeout: 120_000 }).toBe(1)
    await visitor.goto('/discover')
    await expect(ended().getByRole('listitem')).toHaveText([/^Former memberLast signal .* · 6 trades/])
    await signInByApi(nora, 'nora')
    await nora.goto(`/signal/${id}`)
    await expect(nora.getByText('The text was deleted with its author’s account.').first()).toBeVisible()
    await expect(nora.getByText(/SPY [+−]\d/).first()).toBeVisible()
    await nora.getByRole('article').getByRole('link', { name: 'Former member' }).first().click()
    await expect(nora.getByRole('heading', { level: 1 })).toContainText('Former member')
    await expect(nora.getByText(/former_/)).toHaveCount(0)
    await nora.goto('/profile/lea/record')
    await expect(nora.getByRole('heading', { name: 'User not found' })).toBeVisible()
    await visitor.goto(`/verify?signal=${id}`)
    await expect(checks(visitor, 'ok').last()).toContainText('The log you saw last time is still inside')
    await expect(checks(visitor, 'fault')).toHaveCount(0)
    await expect(visitor.getByText('Lea’s words')).toHaveCount(0)
    await runStranger()

    // Leaving hides no loser: the sealed trade is opened 90 days after its post.
    await visitor.goto(`/verify?signal=${sealedId}`)
    await expect(visitor.getByRole('heading', { name: /^Sealed signal/ })).toBeVisible()
    pass(product, 60)
    await expect(async () => {
      await visitor.goto('/log')
      await expect(entriesOn(visitor)).toContainText(/Opens entry \d+: Buy \$AMD/, { timeout: 5000 })
    }).toPass({ timeout: 120_000 })
    await visitor.goto(`/verify?signal=${sealedId}`)
    await expect(checks(visitor, 'fault')).toHaveCount(0)
    await runStranger(sealedId)
    await runStranger()
  } finally {
    // Their event streams would be open while the product stops.
    await Promise.all(contexts.map((context) => context.close()))
    product.stdin.end()
    if (product.exitCode === null) await once(product, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
})

const pass = ({ stdin }: ChildProcess, days: number) => void stdin?.write(`${days}\n`)

/** How many records of people who no longer post can be on Discover. */
const endedRecords = async (page: Page) =>
  ((await (await page.request.get('/api/record/newcomers')).json()) as { ended: { total: number } }).ended
    .total

/** The ids of the viewer's own signals, by their text. */
async function idsOf(page: Page): Promise<Map<string, string>> {
  const me = (await (await page.request.get('/api/user')).json()) as { id: string }
  const answer = await page.request.get(`/api/signals/user/${me.id}`)
  return new Map(
    ((await answer.json()) as { id: string; content: string }[]).map((one) => [one.content, one.id]),
  )
}
