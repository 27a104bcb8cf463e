// Steps of journeys over records.
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Each row of a record: return, that of SPY, and their difference, as they are printed. */
export async function expectRowsToAddUp(page: Page): Promise<void> {
  const rows = page.getByRole('region', { name: 'All trades' }).getByRole('listitem')
  const texts = (await rows.allTextContents()).filter((text) => /SPY [+−]/.test(text))
  expect(texts.length).toBeGreaterThan(0)
  for (const text of texts) {
    const [, own, market, ahead] =
      /([+−][\d.]+)%(?:Shorting )?SPY ([+−][\d.]+)%([+−][\d.]+) pts/
        .exec(text)
        ?.map((part) => part.replace('−', '-')) ?? []
    expect(Number(ahead), text).toBeCloseTo(Number(own) - Number(market), 6)
  }
}

/** The demo has people with long records; all of them are rated once they are scored. */
export const untilRanked = (page: Page) =>
  expect
    .poll(
      async () => {
        const answer = await page.request.get('/api/record/board')
        const { rated, listed } = (await answer.json()) as { rated: number; listed: number }
        return rated >= 5 && listed >= 2
      },
      { timeout: 300_000 },
    )
    .toBe(true)
