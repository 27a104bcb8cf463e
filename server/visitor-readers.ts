// Assembles the data sources of pages for visitors: the readers of the other features.
import { FIRST_PAGE } from './db/page.ts'
import type { Deps } from './deps.ts'
import { receiptOf } from './features/alerts/receipts.ts'
import { readState } from './features/record/log/log-state.ts'
import { outcomesOf, scoreOf } from './features/record/score/routes.ts'
import { readStatements } from './features/record/statements/read-statements.ts'
import { transparencyOf } from './features/safety/transparency.ts'
import { drawCard } from './features/sharing/draw-card.ts'
import { findSharedPage } from './features/sharing/find-shared-page.ts'
import { publicPeople } from './features/users/search.ts'
import { STRANGER } from './features/users/visibility.ts'
import type { Readers } from './features/visitors/readers.ts'
import { PAGE_SIZE_MAX } from '#shared/limits.ts'

/** Each returns what a visitor may see. */
export const visitorReaders = (
  deps: Deps,
  of: Pick<Readers, 'records' | 'tickers' | 'documents'>,
): Readers => ({
  ...of,
  statements: (username, ticker) => readStatements(deps, STRANGER, { username, ticker }),
  outcomes: (ids) => outcomesOf(deps, STRANGER, ids),
  score: (signalId) => scoreOf(deps, STRANGER, signalId),
  delivery: (signalId) => receiptOf(deps, STRANGER, signalId),
  log: () => readState(deps),
  transparency: () => transparencyOf(deps.db, deps.clock.now()),
  people: (query) => publicPeople(deps, STRANGER, { query, limit: PAGE_SIZE_MAX, after: FIRST_PAGE }),
  signalPicture: async (id) => drawCard((await findSharedPage(deps, `/signal/${id}`)).card),
})
