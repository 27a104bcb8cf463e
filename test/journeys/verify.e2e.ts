// The check of a signal against the public log, in the browser of a visitor.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, signInByApi, test, WIDTHS } from './fixtures.ts'
import { mayaOn } from './screen-addresses.ts'

const checks = (page: Page, state: string) => page.locator(`[data-check="${state}"]`)

for (const width of WIDTHS)
  test(`a visitor checks a signal from its link, at ${width} px`, async ({
    screenPage: page,
    openBrowser,
  }) => {
    await signInByApi(page, 'rosa')
    const id = (await mayaOn(page, 'ASML')).at(-1)?.id ?? ''
    const visitor = await openBrowser()
    await visitor.setViewportSize({ width, height: 800 })
    await visitor.emulateMedia({ colorScheme: width === 360 ? 'dark' : 'light' })
    await visitor.goto('/log')
    await visitor.getByRole('link', { name: 'Check a signal in your browser' }).click()
    await expect(visitor.getByRole('heading', { level: 1, name: 'Check a signal' })).toBeVisible()

    const input = visitor.getByLabel('Link to a signal')
    await input.fill('not a link')
    await input.press('Enter')
    await expect(input).toHaveAccessibleDescription('Paste the link to a signal’s page, or its id.')
    await expect(input).toBeFocused()

    await input.fill(`Look at this: https://signalpost.example/signal/${id.toUpperCase()}?x=1`)
    await input.press('Enter')
    await expect(visitor).toHaveURL(`/verify?signal=${id}`)
    await expect(checks(visitor, 'ok')).toHaveCount(3)
    await expect(checks(visitor, 'ok').first()).toContainText('This text is the one committed on')
    await expect(checks(visitor, 'ok').nth(1)).toContainText(/It is entry [\d,]+/)
    await expect(checks(visitor, 'ok').last()).toContainText('The log that contains it is signed by us')
    await expect(checks(visitor, 'none')).toContainText('You haven’t checked this log before')

    await visitor.reload()
    await expect(checks(visitor, 'ok')).toHaveCount(4)
    await expect(checks(visitor, 'ok').last()).toContainText('The log you saw last time is still inside')
    await expect(
      visitor.getByText(`python3 verify-record.py ${new URL(visitor.url()).origin} ${id}`),
    ).toBeVisible()
  })

test('a changed text and a forged log are named, with evidence to save', async ({ screenPage: page }) => {
  await signInByApi(page, 'rosa')
  const id = (await mayaOn(page, 'ASML')).at(-1)?.id ?? ''
  await page.goto(`/verify?signal=${id}`)
  await expect(checks(page, 'ok')).toHaveCount(3)

  await page.route('**/log/signals/*', async (route) => {
    const answer = await route.fetch()
    const signal = (await answer.json()) as { opening: { value: { text: string } } }
    signal.opening.value.text += ' At twice the price.'
    await route.fulfill({ response: answer, json: signal })
  })
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('alert')).toContainText('This signal doesn’t pass the check')
  await expect(checks(page, 'fault')).toContainText('The text isn’t the one that was committed')
  await expect(checks(page, 'ok')).toHaveCount(3)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the evidence' }).click()
  const evidence = await readFile(await (await downloading).path(), 'utf8')
  expect(evidence).toContain('At twice the price.')
  expect(evidence).toContain('c2sp.org/tlog-proof@v1')

  await page.unroute('**/log/signals/*')
  await page.route('**/log/signals/*', async (route) => {
    const answer = await route.fetch()
    const signal = (await answer.json()) as { opening: { salt: string } }
    signal.opening.salt = 'no hex'
    await route.fulfill({ response: answer, json: signal })
  })
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(checks(page, 'fault')).toContainText('The salt of the text is broken')
  await expect(page.getByRole('alert')).toBeVisible()

  await page.unroute('**/log/signals/*')
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('log-checkpoint') ?? '') as { note: string }
    kept.note = kept.note.replace(/\n\d+\n/, '\n999999\n')
    localStorage.setItem('log-checkpoint', JSON.stringify(kept))
  })
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(checks(page, 'fault')).toContainText('The log you saw last time isn’t inside this one')
})

test('subscribers check the text and the sealed trade that they may read; others see that it isn’t public', async ({
  screenPage: page,
  openBrowser,
}) => {
  await signInByApi(page, 'rosa')
  const list = await page.request.get('/api/signals/feed?scope=following&limit=100')
  const premium = ((await list.json()) as { id: string; isPremium: boolean; isLocked: boolean }[]).find(
    ({ isPremium, isLocked }) => isPremium && !isLocked,
  )
  const address = `/verify?signal=${premium?.id}`
  await page.goto(address)
  await expect(checks(page, 'ok').first()).toContainText('This text is the one committed on')
  await expect(checks(page, 'ok').last()).toContainText('Its trade is the one that was sealed')
  await expect(checks(page, 'fault')).toHaveCount(0)

  await page.route('**/api/signals/*/opening', async (route) => {
    const answer = await route.fetch()
    const opening = (await answer.json()) as { trade: { value: { side: string } } }
    opening.trade.value.side = opening.trade.value.side === 'buy' ? 'sell' : 'buy'
    await route.fulfill({ response: answer, json: opening })
  })
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(checks(page, 'fault')).toContainText('Its trade isn’t the one that was sealed')

  const visitor = await openBrowser()
  await visitor.goto(address)
  await expect(checks(visitor, 'none').first()).toContainText('The text isn’t public')
  await expect(visitor.getByText('Its trade is the one')).toHaveCount(0)
})

test('a signal that isn’t in the log is named as such', async ({ screenPage: page }) => {
  await page.goto('/verify?signal=019a0000-0000-7000-8000-000000000000')
  await expect(page.getByText('The log has no such signal')).toBeVisible()
})
