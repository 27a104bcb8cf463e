// Looks up what a link leads to as somebody would who knows nobody: what is hidden from strangers is not there.
import type { Deps } from '#server/deps.ts'
import { performanceRowOf } from '#server/features/portfolio/store.ts'
import { performanceSummaryView } from '#server/features/portfolio/views.ts'
import { signalById } from '#server/features/signals/store.ts'
import { personByName } from '#server/features/users/store.ts'
import { isLocked } from '#server/features/users/visibility.ts'
import { PRODUCT_PREVIEW } from '#server/http/page-head.ts'
import { PerformanceSummary } from '#shared/contracts/portfolio.ts'
import { looksLikeUsername } from '#shared/rules/people.ts'
import { type Shared, sharedPerson, sharedSignal } from './views.ts'

/** Follows nobody, pays nobody, is nobody. */
const STRANGER = '00000000-0000-0000-0000-000000000000'
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Given for every address that shows a stranger nothing, whether or not there is something behind it. */
export const PRODUCT: Shared = { card: { kind: 'product' }, preview: PRODUCT_PREVIEW }

/** What the page at this path may show of itself elsewhere. */
export async function findShared(deps: Deps, path: string): Promise<Shared> {
  const [, room, name = '', ...rest] = path.split('/')
  if (rest.length > 0) return PRODUCT
  if (room === 'profile' && looksLikeUsername(name)) return findPerson(deps, name)
  if (room === 'signal' && ID.test(name)) return findSignal(deps, name)
  return PRODUCT
}

async function findPerson(deps: Deps, username: string): Promise<Shared> {
  const row = await personByName(deps, STRANGER, username)
  if (!row) return PRODUCT
  const picture = performanceSummaryView(await performanceRowOf(deps.db, row.id))
  return sharedPerson(row, picture && PerformanceSummary.parse(picture))
}

async function findSignal(deps: Deps, id: string): Promise<Shared> {
  const row = await signalById(deps, STRANGER, id)
  return row && !isLocked(row, STRANGER) ? sharedSignal(row) : PRODUCT
}
