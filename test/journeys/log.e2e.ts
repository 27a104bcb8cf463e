// The public log: a creator's signal appears in it within seconds, and a visitor reads it without an account.
import { expectAccessible } from './expect-accessible.ts'
import { expect, openAs, test, WIDTHS } from './fixtures.ts'

for (const width of WIDTHS)
  test(`a posted signal is in the log, which a visitor reads, at ${width} px`, async ({
    screenPage: page,
    openBrowser,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await openAs(page, 'theo', '/log')
    const entries = page.getByRole('table', { name: 'The latest entries of the log' })
    await expect(entries.getByRole('row')).toHaveCount(21)
    const before = Number((await entries.getByRole('rowheader').first().textContent())?.replaceAll(',', ''))
    const row = (ticker: string) => entries.getByRole('row').filter({ hasText: `Sell $${ticker}` })
    let ticker = ''
    // The trades of a demo that has just started are opened in the log, and can push the row out of the list.
    await expect(async () => {
      ticker = `LOG${'ABCDEFGHJK'.charAt(Math.floor(Math.random() * 10))}${width === 360 ? 'A' : 'B'}`
      const body = { content: 'For the record', signalType: 'sell', tickers: [ticker] }
      expect((await page.request.post('/api/signals', { data: body })).status()).toBe(201)
      await expect(row(ticker).first()).toBeVisible({ timeout: 10_000 })
    }).toPass()
    const shown = (await row(ticker).first().getByRole('rowheader').textContent())?.trim() ?? ''
    const index = Number(shown.replaceAll(',', ''))
    expect(index).toBeGreaterThan(before)

    const visitor = await openBrowser()
    await visitor.setViewportSize({ width, height: 800 })
    await visitor.goto('/')
    await visitor.getByRole('link', { name: 'Public log' }).click()
    await expect(visitor.getByRole('heading', { name: 'The public log' })).toBeVisible()
    await expect(
      visitor
        .getByRole('row')
        .filter({ hasText: `Sell $${ticker}` })
        .first(),
    ).toBeVisible()
    const proof = visitor.getByRole('link', { name: shown, exact: true })
    const answer = await visitor.request.get((await proof.getAttribute('href')) ?? '')
    expect(await answer.text()).toContain(`c2sp.org/tlog-proof@v1\nindex ${index}\n`)
  })

test('the page shows stamps and witnesses, and how to check a stamp', async ({ screenPage: page }) => {
  // The demo has neither: no authority and no witness is set.
  await page.route('**/api/record/log', async (route) => {
    const answer = await route.fetch()
    const state = (await answer.json()) as { checkpoint: { size: number } }
    const at = new Date(Date.now() - 200_000).toISOString()
    const witnesses = [
      { name: 'witness.example/w1', size: state.checkpoint.size, at, fault: null },
      { name: 'a.long.name.of.a.witness.example/with-a-path', size: 12, at, fault: 'answers 503' },
      { name: 'new.example', size: null, at: null, fault: 'didn’t answer in time' },
    ]
    const fault = 'The time-stamping authority didn’t answer in time'
    const stamps = { newest: { day: '2026-11-23', at: '2026-11-24T00:01:03.000Z' }, fault }
    await route.fulfill({ response: answer, json: { ...state, stamps, witnesses } })
  })
  // Members see the app's page; that for visitors is rendered from the server's own answer.
  await openAs(page, 'rosa', '/log')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'timestamp' })).toHaveAttribute(
    'href',
    '/log/days/2026-11-23.tsr',
  )
  await expect(main).toContainText(
    'The time-stamping authority didn’t answer in time. We retry every ten minutes',
  )
  await expect(main).toContainText('witness.example/w1 signed this checkpoint (3m)')
  await expect(main).toContainText('with-a-path signed 12 entries (3m). Last attempt: answers 503')
  await expect(main).toContainText('new.example hasn’t signed yet. Last attempt: didn’t answer in time')
  await main.getByRole('button', { name: 'Check the stamp' }).click()
  await expect(main).toContainText('openssl ts -verify -in 2026-11-23.tsr -data 2026-11-23 -CAfile root.pem')
  await expectAccessible(page)
})
