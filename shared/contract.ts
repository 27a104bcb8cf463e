// The whole API contract: every call, by feature.
import { admin } from './contracts/admin.ts'
import { adminCases } from './contracts/admin-cases.ts'
import { alerts } from './contracts/alerts.ts'
import { auth } from './contracts/auth.ts'
import { billing } from './contracts/billing.ts'
import { bookmarks } from './contracts/bookmarks.ts'
import { comments } from './contracts/comments.ts'
import { delivery } from './contracts/delivery.ts'
import { push } from './contracts/push.ts'
import { consents } from './contracts/consents.ts'
import { creators } from './contracts/creators.ts'
import { dataExports } from './contracts/data-exports.ts'
import { deletion } from './contracts/deletion.ts'
import { email } from './contracts/email.ts'
import { factors } from './contracts/factors.ts'
import { follows } from './contracts/follows.ts'
import { importFiles } from './contracts/import-files.ts'
import { notices } from './contracts/notices.ts'
import { portfolio } from './contracts/portfolio.ts'
import { rankings } from './contracts/rankings.ts'
import { record } from './contracts/record.ts'
import { refunds } from './contracts/refunds.ts'
import { reports } from './contracts/reports.ts'
import { savedCard } from './contracts/saved-card.ts'
import { tax } from './contracts/tax.ts'
import { safety } from './contracts/safety.ts'

import { signalPreview } from './contracts/signal-preview.ts'
import { outcomes } from './contracts/outcomes.ts'

import { scores } from './contracts/scores.ts'
import { signals } from './contracts/signals.ts'
import { studio } from './contracts/studio.ts'
import { statements } from './contracts/statements.ts'
import { system } from './contracts/system.ts'
import { tickers } from './contracts/tickers.ts'
import { uploads } from './contracts/uploads.ts'
import { users } from './contracts/users.ts'
import { waitlist } from './contracts/waitlist.ts'
import { watchlist } from './contracts/watchlist.ts'

export const contract = {
  system,
  auth,
  dataExports,
  deletion,
  email,
  factors,
  waitlist,
  users,
  uploads,
  follows,
  signals,
  record,
  rankings,
  outcomes,
  scores,
  statements,
  signalPreview,
  tickers,
  watchlist,
  portfolio,
  importFiles,
  creators,
  billing,
  consents,
  refunds,
  savedCard,
  tax,
  studio,
  safety,
  reports,
  alerts,
  bookmarks,
  comments,
  delivery,
  push,
  notices,
  adminCases,
  admin,
}
