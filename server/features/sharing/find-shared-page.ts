// Finds what a link may show on other sites, which is what a visitor may see.
import type { Deps } from '#server/deps.ts'
import { performanceRowOf } from '#server/features/portfolio/store.ts'
import { performanceSummaryView } from '#server/features/portfolio/views.ts'
import { signalById } from '#server/features/signals/store.ts'
import { personByName } from '#server/features/users/store.ts'
import { STRANGER, isLocked } from '#server/features/users/visibility.ts'
import { PRODUCT_PREVIEW } from '#server/http/head-tags.ts'
import { PerformanceSummary } from '#shared/contracts/portfolio.ts'
import { looksLikeUsername } from '#shared/rules/people.ts'
import { type SharedPage, sharedPerson, sharedSignal } from './views.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** For every page that shows visitors nothing, whether or not it exists. */
export const PRODUCT_PAGE: SharedPage = { card: { kind: 'product' }, preview: PRODUCT_PREVIEW }

/** What the page at this path may show on other sites. */
export async function findSharedPage(deps: Deps, path: string): Promise<SharedPage> {
  const [, kind, name = '', ...rest] = path.split('/')
  if (rest.length > 0) return PRODUCT_PAGE
  if (kind === 'profile' && looksLikeUsername(name)) return findPerson(deps, name)
  if (kind === 'signal' && ID.test(name)) return findSignal(deps, name)
  return PRODUCT_PAGE
}

async function findPerson(deps: Deps, username: string): Promise<SharedPage> {
  const row = await personByName(deps, STRANGER, username)
  if (!row) return PRODUCT_PAGE
  const summary = performanceSummaryView(await performanceRowOf(deps.db, row.id))
  return sharedPerson(row, summary && PerformanceSummary.parse(summary))
}

async function findSignal(deps: Deps, id: string): Promise<SharedPage> {
  const row = await signalById(deps, STRANGER, id)
  return row && !isLocked(row, STRANGER) ? sharedSignal(row) : PRODUCT_PAGE
}
