// Others see percentages of a portfolio, never an amount, a quantity or an account.
import { connectSampleBroker, HISTORY, importHistory, PRIVATE, QUANTITIES } from './portfolio-steps.ts'
import { newCreator, subscribe } from './payment-steps.ts'
import { expect, register, test } from './fixtures.ts'

/** Matches the figure at the start of a number; five digits inside a return are coincidence. */
const atStartOfNumber = (figure: string) => new RegExp(`(?<![\\w.-]|\\d:)${RegExp.escape(figure)}`)
/** Matches the figure as a whole number, not as digits of a longer one, an id or an instant. */
const asWholeNumber = (figure: string) => new RegExp(`(?<![\\w.-]|\\d:)${figure}(?![\\w:-]|\\.\\d)`)

for (const width of [1280, 360])
  test(
    `a stranger and a subscriber see only percentages, in the page and in all responses at ${width} px`,
    { tag: width === 1280 ? '@slow' : [] },
    async ({ page, openBrowser }) => {
      const maker = await openBrowser()
      const creator = await newCreator(maker, 'iris')
      await importHistory(maker)
      await page.setViewportSize({ width, height: 800 })
      await register(page, 'bo')
      const answers: Promise<{ path: string; text: string }>[] = []
      page.on('response', (response) => {
        const path = new URL(response.url()).pathname
        if (path.startsWith('/api/') && path !== '/api/live' && response.status() === 200)
          answers.push(response.text().then((text) => ({ path, text })))
      })
      const expectNothingPrivate = async () => {
        // Prices of subscriptions are public and the only dollar amounts.
        const words = (await page.locator('body').innerText()).replace(/\$[\d.]+\/month/g, '')
        expect(words).not.toContain('$')
        const all = await Promise.all(answers)
        expect(all.map(({ path }) => path)).toContain(`/api/portfolio/of/${creator.id}`)
        const ofPortfolio = all.filter(({ path }) => path.startsWith('/api/portfolio'))
        for (const { path, text } of ofPortfolio) {
          expect(text, path).not.toContain('$')
          expect(text, path).not.toMatch(/quantity|amount|accountId|price"|connectionId|"value"/i)
        }
        for (const text of [words, ...all.map(({ text: answer }) => answer)]) {
          for (const figure of PRIVATE) expect(text).not.toMatch(atStartOfNumber(figure))
          for (const figure of QUANTITIES) expect(text).not.toMatch(asWholeNumber(figure))
        }
      }

      await page.goto(`/profile/${creator.username}`)
      const performance = page.getByRole('region', { name: 'Performance' })
      await expect(performance).toContainText('Percentages only.')
      await expect(performance).toContainText('Sample data')
      const performanceInHead = page.locator('section').filter({ has: page.locator('#profile-name') })
      await expect(performanceInHead).toContainText('Sample data')
      await expect(page.getByText('Live Data')).toHaveCount(0)
      await performance.getByRole('button', { name: 'Show as table' }).click()
      await expect(page.getByRole('heading', { name: 'Current Holdings' })).toHaveCount(0)
      await expectNothingPrivate()

      // A subscriber sees the holdings, also in percent.
      await subscribe(page, creator.id)
      await expect(page.getByRole('heading', { name: 'Current Holdings' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'Current Holdings' })).toContainText('ACME')
      await expectNothingPrivate()
    },
  )

test(
  'a stranger sees that a connected sample broker is a sample, and nothing that identifies the account',
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    const maker = await openBrowser()
    const creator = await newCreator(maker, 'iris')
    await connectSampleBroker(maker)
    // These are the account's last digits.
    expect(await (await maker.request.get('/api/portfolio/overview')).text()).toContain('4021')
    await register(page, 'bo')
    const answer = page.waitForResponse(`**/api/portfolio/of/${creator.id}`)
    await page.goto(`/profile/${creator.username}`)
    const performance = page.getByRole('region', { name: 'Performance' })
    await expect(performance).toContainText('Sample data')
    await expect(page.getByText('Live Data')).toHaveCount(0)
    await expect(performance).toContainText('linked at Sample Brokerage since')
    const text = await (await answer).text()
    for (const shown of [text, await page.locator('body').innerText()]) {
      expect(shown).not.toMatch(asWholeNumber('4021'))
      expect(shown).not.toMatch(/connectionId|accountId|secret|snaptrade/i)
    }
  },
)

test('the file contains the figures that must not appear', () => {
  for (const figure of [...PRIVATE.filter((one) => !one.includes(',')), ...QUANTITIES])
    expect(HISTORY).toContain(figure)
})
