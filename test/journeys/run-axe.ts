// Runs axe in a page. The pages have no frames, so nothing has to be merged.
import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** Without `preload`, axe doesn't wait for style sheets of other origins. Rules that pass aren't reported. */
const BRIEF: axe.RunOptions = { preload: false, resultTypes: ['violations'] }

/** What axe finds wrong, as sentences. Its source is evaluated once for each document: parsing it takes as long as many rules. */
export async function axeViolations(page: Page, options: axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (run) => (window as unknown as { axe: typeof axe }).axe.run(document, run),
    { ...BRIEF, ...options },
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}
