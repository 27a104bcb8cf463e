// The rows of every demo record.
import type { Page } from '@playwright/test'
import { expect, openAs, test } from './fixtures.ts'
import { expectRowsToAddUp, untilRanked } from './record-steps.ts'

/** Everybody with a record in the demo, ranked or not, including those who stopped. */
async function peopleWithRecords(page: Page): Promise<string[]> {
  const read = async (list: string) => (await page.request.get(`/api/record/${list}`)).text()
  const texts = [await read('board'), await read('newcomers')]
  const names = texts.flatMap((text) =>
    [...text.matchAll(/"username":"(\w+)"/g)].map(([, name = '']) => name),
  )
  return [...new Set(names)]
}

test('the printed figures in the rows of every record add up', async ({ screenPage: page }) => {
  test.slow()
  await untilRanked(page)
  await openAs(page, 'rosa', '/')
  const people = await peopleWithRecords(page)
  expect(people.length).toBeGreaterThanOrEqual(5)
  for (const name of people) {
    await page.goto(`/profile/${name}/record?show=worst`)
    await expect(page.getByText(/^Showing \d+ of \d+\.$/)).toBeVisible()
    await expectRowsToAddUp(page)
  }
})
