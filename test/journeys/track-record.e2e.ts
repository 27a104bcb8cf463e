// The track record: on a profile, on its own page with every signal, and the board that a visitor reads.
import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, openAs, test, WIDTHS } from './fixtures.ts'
import { expectRowsToAddUp, untilRanked } from './record-steps.ts'

/** The demo's signals are logged and scored in the first seconds of the product. How many have entered depends on the time of day. */
const untilScored = (page: Page) =>
  expect
    .poll(
      async () => {
        const answer = await page.request.get('/api/record/people/theo')
        const { signals, books } = (await answer.json()) as {
          signals: Record<string, number>
          books: { open: unknown }
        }
        return books.open !== null && (signals['opened'] ?? 0) >= 10
      },
      { timeout: 120_000 },
    )
    .toBe(true)

const COUNTS = /^\d+ signals since \w+ \d+, \d{4}\. \d+ became .*scored trades; none left out\./

for (const width of WIDTHS)
  test(`a profile leads to all signals with their results, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await untilScored(page)
    await openAs(page, 'rosa', '/profile/theo')
    const card = page.getByRole('region', { name: 'Public trades' })
    await expect(card.getByText(COUNTS)).toContainText('Calculated after costs, not from a real account.')
    await card.getByRole('link', { name: 'See every trade' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Track record' })).toBeVisible()
    await expect(page.getByText(COUNTS)).toBeVisible()
    await page.getByRole('button', { name: /^What about the other \d+\?$/ }).click()
    await expect(page.getByText('Total', { exact: true })).toBeVisible()
    await expect(page.getByText('Sample data')).toHaveCount(1)
    const signals = page.getByRole('region', { name: 'All trades' }).getByRole('listitem')
    await expect(signals.filter({ hasText: 'Not scored: a comment' }).first()).toBeVisible()
    await expect(signals.filter({ hasText: /^\d+ premium signals?\w+ \d+, \d{4} to/ })).toHaveCount(1)
    await expectRowsToAddUp(page)
    const shown = await signals.count()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => signals.count()).toBeGreaterThan(shown)
  })

test('a follower sees what they would have made with their own amount, and the amount stays in the browser', async ({
  screenPage: page,
}) => {
  // Scores of all demo people take a while on a busy machine.
  test.slow()
  await untilRanked(page)
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await openAs(page, 'rosa', '/profile/marta/record')
  const card = page.getByRole('region', { name: 'If you had followed' })
  await expect(card.getByRole('row', { name: /^Same close as Marta/ }).getByRole('cell')).toHaveCount(2)
  await expect(card.getByRole('row', { name: /^One day later/ }).getByRole('cell')).toHaveCount(2)
  await expect(card.getByText('On $10,000, a $20 subscription costs 2.4% a year.')).toBeVisible()
  const amount = card.getByRole('textbox', { name: 'Your amount' })
  await amount.fill('-3')
  await expect(card.getByText('Enter an amount in dollars, such as 2,000')).toBeVisible()
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await amount.fill('2,017')
  await expect(card.getByText('On $2,017, a $20 subscription costs 11.9% a year.')).toBeVisible()
  await page.reload()
  await expect(amount).toHaveValue('2,017')
  expect(sent.filter((request) => request.includes('2,017') || request.includes('2017'))).toEqual([])
  await card.getByRole('link', { name: 'How it’s calculated' }).click()
  await expect(page.getByText('each entry and each exit is at the next close')).toBeInViewport()
})

test('each figure leads to its signals; a filter says what it hides, and all of it can be saved', async ({
  screenPage: page,
}) => {
  // Scores of all demo people take a while on a busy machine.
  test.slow()
  await untilRanked(page)
  await openAs(page, 'rosa', '/profile/marta/record')
  const signals = page.getByRole('region', { name: 'All trades' })
  const worst = page
    .getByRole('definition')
    .getByRole('link', { name: /^−[\d.]+ pts$/ })
    .first()
  const figure = ((await worst.textContent()) ?? '').replace('−', '')
  await worst.click()
  await expect(signals.getByText(/^Showing \d+ of \d+\.$/)).toBeInViewport()
  // The list has signals of both records, and the other record's may be worse.
  await expect(
    signals
      .getByRole('listitem')
      .filter({ hasText: `−${figure}` })
      .first(),
  ).toBeVisible()
  await signals.getByRole('link', { name: 'Show all' }).click()
  await expect(signals.getByText(/^Showing/)).toHaveCount(0)
  await expect(
    page.getByRole('region', { name: /^How the \d+ trades turned out$/ }).getByRole('img'),
  ).toHaveAccessibleName(/\d+ trades? .+ pts/)
  for (const [name, rows] of [
    [/^Download all \d+$/, 95],
    [/^Download \d+ weeks$/, 60],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    const file = await (await download).createReadStream()
    const chunks: Buffer[] = []
    for await (const chunk of file) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).toString().trimEnd().split('\r\n').length).toBeGreaterThanOrEqual(rows)
  }
})

for (const width of WIDTHS)
  test(`five questions about an author are answered from the screen alone at ${width} px`, async ({
    screenPage: page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    test.slow()
    await untilRanked(page)
    await openAs(page, 'rosa', '/discover')
    await page
      .getByRole('region', { name: 'By record' })
      .getByRole('link', { name: 'Marta Lind' })
      .first()
      .click()
    const record = page.getByRole('region', { name: 'Public trades' })
    // How good is she, and how sure is that?
    await expect(record).toContainText(/\+\d+\.\d%a year ahead of the marketlikely \+\d+% to \+\d+%/)
    await expect(record.getByText('Likely skill')).toBeVisible()
    // What does it cost, and what is left?
    await expect(record).toContainText(/[+−]\d+\.\d%after paying \$20 a month/)
    // What was the worst?
    const worst = record.getByText('Worst trade').locator('..')
    await expect(worst).toContainText(/−\d+\.\d pts\$[A-Z]+, \w+ \d{4}/)
    await record.getByRole('button', { name: 'Details' }).click()
    await expect(record).toContainText(/Ahead of \d+ of 199 on \w+ \d+, \d{4}/)
    // How is it checked?
    await page.getByRole('link', { name: 'See every trade' }).click()
    await page.getByRole('link', { name: 'Public log' }).last().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/log/i)
  })

for (const width of WIDTHS)
  test(`the board lists people with what luck explains, and can be filtered, at ${width} px`, async ({
    screenPage: page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    // Scores of all demo people take a while on a busy machine.
    test.slow()
    await untilRanked(page)
    await openAs(page, 'rosa', '/discover')
    const board = page.getByRole('region', { name: 'By record' })
    const people = board.getByRole('list').getByRole('listitem')
    await expect.poll(() => people.count()).toBeGreaterThanOrEqual(2)
    // Marta leads with her public trades. Whether her subscriber trades have the label depends on the month's seed.
    await expect(people.first()).toContainText(/Marta Lind.*Likely skill.*public trades/)
    const labeled = people.filter({ hasText: /Likely skill|Could be luck/ })
    await expect.poll(async () => (await labeled.count()) === (await people.count())).toBe(true)
    await expect(
      board.getByText(
        /rated records are at least 1% a year ahead\. Of 1,000 simulated monkeys .*, \d+ (is|are)\./,
      ),
    ).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Ticker' }).fill('KLAC')
    // Both of her records are listed, each with its name.
    await expect.poll(() => people.count()).toBe(2)
    await expect(people.getByRole('link', { name: 'Track record of Marta Lind' })).toHaveText([
      /public trades/,
      /subscriber trades/,
    ])
    await page.getByRole('combobox', { name: 'Price' }).click()
    await page.getByRole('option', { name: 'Free' }).click()
    await expect(board.getByText('Nobody on the board matches these filters.')).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByRole('region', { name: 'No longer posting' })).toContainText('@noah_w')
  })

test('a short record shows counts and no result; one that doesn’t exist is not found', async ({
  screenPage: page,
}) => {
  await untilScored(page)
  await openAs(page, 'rosa', '/profile/maya/record')
  await expect(page.getByText(/^Not rated yet: \d+ of 20 trades/).first()).toBeVisible()
  await expect(page.getByText(/ahead of the market/)).toHaveCount(0)
  await expectAccessible(page)
  await page.goto('/profile/nobody_here/record')
  await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible()
})

test('on a phone, the feed leads to Discover, which visitors read too', async ({
  screenPage: page,
  openBrowser,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await untilScored(page)
  await openAs(page, 'rosa', '/?scope=everyone')
  await page.getByRole('link', { name: 'See Discover' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toBeVisible()
  await expect(
    page.getByText(/rated records? (is|are) at least 1% a year ahead|Nobody has a long enough record yet/),
  ).toBeVisible()
  const newcomer = page.getByRole('region', { name: 'New here' }).getByRole('listitem').first()
  await expect(newcomer.getByText(/^\d+ of 20 trades needed$/)).toBeVisible()
  await expect(newcomer.getByRole('button', { name: /^Follow/ })).toBeVisible()
  await expectAccessible(page)

  const visitor = await openBrowser()
  await visitor.goto('/discover')
  await expect(visitor.getByRole('heading', { level: 2, name: 'By record' })).toBeVisible()
  await expect(visitor.getByRole('region', { name: 'New here' }).getByRole('listitem').first()).toBeVisible()
  await expect(visitor.getByRole('button', { name: /^Follow/ })).toHaveCount(0)
})
