// What others see of somebody's portfolio: percentages, and nowhere an amount, a quantity or an account.
import { connectSample, HISTORY, importHistory, PRIVATE, QUANTITIES } from './investing.ts'
import { newCreator, subscribe } from './paying.ts'
import { expect, register, test } from './people.ts'

/** As the beginning of a figure: five digits somewhere within a return are chance. */
const begins = (figure: string) => new RegExp(`(?<![\\w.-]|\\d:)${RegExp.escape(figure)}`)
/** As a figure of its own, and not as digits within a longer one, an id or a moment. */
const alone = (figure: string) => new RegExp(`(?<![\\w.-]|\\d:)${figure}(?![\\w:-]|\\.\\d)`)

for (const width of [1280, 360])
  test(
    `a stranger and a subscriber see percent only, in the page and in all it fetched, at ${width} px`,
    { tag: width === 1280 ? '@slow' : [] },
    async ({ page, another }) => {
      const maker = await another()
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
        // The price of a subscription is no secret, and the only dollars there are.
        const words = (await page.locator('body').innerText()).replace(/Subscribe \$9\.50\/month/g, '')
        expect(words).not.toContain('$')
        const all = await Promise.all(answers)
        expect(all.map(({ path }) => path)).toContain(`/api/portfolio/of/${creator.id}`)
        const ofPortfolio = all.filter(({ path }) => path.startsWith('/api/portfolio'))
        for (const { path, text } of ofPortfolio) {
          expect(text, path).not.toContain('$')
          expect(text, path).not.toMatch(/quantity|amount|accountId|price"|connectionId|"value"/i)
        }
        for (const text of [words, ...all.map(({ text: answer }) => answer)]) {
          for (const figure of PRIVATE) expect(text).not.toMatch(begins(figure))
          for (const figure of QUANTITIES) expect(text).not.toMatch(alone(figure))
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

      // Who pays sees what is held, in percent as well.
      await subscribe(page, creator.id)
      await expect(page.getByRole('heading', { name: 'Current Holdings' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'Current Holdings' })).toContainText('ACME')
      await expectNothingPrivate()
    },
  )

test(
  'of a connected sample broker a stranger sees that it is a sample, and nothing that leads to the account',
  { tag: '@slow' },
  async ({ page, another }) => {
    const maker = await another()
    const creator = await newCreator(maker, 'iris')
    await connectSample(maker)
    // So the account's last digits are what to look for.
    expect(await (await maker.request.get('/api/portfolio/overview')).text()).toContain('4021')
    await register(page, 'bo')
    const answer = page.waitForResponse(`**/api/portfolio/of/${creator.id}`)
    await page.goto(`/profile/${creator.username}`)
    const performance = page.getByRole('region', { name: 'Performance' })
    await expect(performance).toContainText('Sample data')
    await expect(page.getByText('Live Data')).toHaveCount(0)
    await expect(performance).toContainText('linked at Sample Brokerage since')
    const text = await (await answer).text()
    for (const said of [text, await page.locator('body').innerText()]) {
      expect(said).not.toMatch(alone('4021'))
      expect(said).not.toMatch(/connectionId|accountId|secret|snaptrade/i)
    }
  },
)

test('what is looked for is in the file, so its absence means something', () => {
  for (const figure of [...PRIVATE.filter((one) => !one.includes(',')), ...QUANTITIES])
    expect(HISTORY).toContain(figure)
})
