// The public log: a creator's signal appears in it within seconds, and a visitor reads it without an account.
import { expect, openAs, test, WIDTHS } from './fixtures.ts'

for (const width of WIDTHS)
  test(`a posted signal is in the log, which a visitor reads, at ${width} px`, async ({
    page,
    openBrowser,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await openAs(page, 'theo', '/log')
    const entries = page.getByRole('table', { name: 'The last entries of the log' })
    await expect(entries.getByRole('row')).toHaveCount(13)
    const before = Number((await entries.getByRole('rowheader').first().textContent())?.replaceAll(',', ''))
    const row = (ticker: string) => entries.getByRole('row').filter({ hasText: `Sell $${ticker}` })
    let ticker = ''
    // The trades of a demo that has just started are opened in the log meanwhile, and can push the row out of the list.
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
