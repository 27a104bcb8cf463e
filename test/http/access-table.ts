// Access control as a table: what each of nine people gets from each call.
//
// vera   a visitor, not signed in                cleo   a creator
// max    a member who follows Cleo and Petra    sue    pays Cleo and Petra
// nora   another member                          lars   once paid both, and follows Cleo
// paul   a creator without payouts               petra  a creator with a private profile
// lena   a member whose account is being deleted
//
// People with past due, disputed or ended subscriptions are in late-payers.test.ts, people with an unverified email in
// unverified.test.ts, and people who block, mute or are restricted in tied-access-table.ts. Nobody here is a moderator or an administrator.
// A number is the status. The words are for 200 responses: `open`, `locked` and `absent` say how much the response shows
// of the row's subject, `kept` and `gone` whether it still exists afterwards, and `offer` and `wish` whether people can
// subscribe at that price. The data is restored after each call.

import { REFUND_CALLS } from './refund-access-table.ts'
import { SAFETY_CALLS } from './safety-access-table.ts'

/** The calls of the contract. */
export const CALLS = `
vera   max    nora   paul   cleo   sue    lars   petra  lena
The server
200    200    200    200    200    200    200    200    200     GET /api/config
200    200    200    200    200    200    200    200    200     GET /api/health
200    200    200    200    200    200    200    200    200     GET /api/ready
200    200    200    200    200    200    200    200    200     GET /api/record/log

Signing in
absent open   open   open   open   open   open   open   open    GET /api/user (oneself)
200    200    200    200    200    200    200    200    200     POST /api/login
200    200    200    200    200    200    200    200    200     POST /api/login/link (max's sign-in link)
403    403    403    403    403    403    403    403    403     POST /api/login/code
200    200    200    200    200    200    200    200    200     POST /api/login/passkey/options
200    200    200    200    200    200    200    200    200     POST /api/login/passkey (max's answer)
201    201    201    201    201    201    201    201    201     POST /api/register
200    200    200    200    200    200    200    200    200     POST /api/logout
201    201    201    201    201    201    201    201    201     POST /api/waitlist
200    200    200    200    200    200    200    200    200     POST /api/waitlist/unsubscribe (a launch email's link)
200    200    200    200    200    200    200    200    200     POST /api/invitations/check (an invitation)
200    200    200    200    200    200    200    200    200     POST /api/password-resets
200    200    200    200    200    200    200    200    200     POST /api/password-resets/check (max's reset link)
200    200    200    200    200    200    200    200    200     POST /api/password-resets/complete (max's reset link)
401    200    200    200    200    200    200    200    403     PUT /api/password
401    200    403    403    403    403    403    403    403     PUT /api/password/passkey (max's answer)
401    200    200    200    200    200    200    200    403     POST /api/email-verifications
401    200    200    200    200    200    200    200    403     PUT /api/email
200    200    200    200    200    200    200    200    200     POST /api/email-links/check (max's email link)
200    200    200    200    200    200    200    200    200     POST /api/email-links/complete (max's email link)
401    open   absent absent absent absent absent absent 403     GET /api/sessions (max's session)
401    200    200    200    200    200    200    200    403     DELETE /api/sessions
401    200    404    404    404    404    404    404    403     DELETE /api/sessions/:id (max's session)
401    200    200    200    200    200    200    200    200     POST /api/reauthentications
401    200    403    403    403    403    403    403    403     POST /api/reauthentications/passkey (max's answer)
401    403    403    403    403    403    403    403    403     POST /api/reauthentications/code
401    open   absent absent absent absent absent absent 403     GET /api/factors (max's passkey)
401    409    200    200    200    200    200    200    403     POST /api/factors/authenticator (max's app)
401    409    409    409    409    409    409    409    403     POST /api/factors/authenticator/confirm (max's app)
401    200    409    409    409    409    409    409    403     DELETE /api/factors/authenticator (max's app)
401    200    409    409    409    409    409    409    403     POST /api/factors/recovery-codes (max's app)
401    200    200    200    200    200    200    200    403     POST /api/factors/passkeys/options
401    201    403    403    403    403    403    403    403     POST /api/factors/passkeys (max's new passkey)
401    200    404    404    404    404    404    404    403     DELETE /api/factors/passkeys/:id (max's passkey)

People: a private profile exists only for its owner and paying subscribers
401    open   open   open   open   open   open   open   403     GET /api/users (cleo)
401    absent absent absent absent absent absent absent 403     GET /api/users (petra)
401    open   open   open   open   open   open   open   403     GET /api/users/:username (cleo's name)
401    404    404    404    404    open   404    open   403     GET /api/users/:username (petra's name)
401    open   open   open   open   open   open   open   403     GET /api/users/id/:id (cleo)
401    404    404    404    404    open   404    open   403     GET /api/users/id/:id (petra)
401    404    404    404    404    404    404    404    403     GET /api/users/:username (lena's name)
401    404    404    404    404    404    404    404    403     GET /api/users/id/:id (lena)
401    200    200    200    200    200    200    200    403     GET /api/follows/status/:id (cleo)
401    404    404    404    404    200    404    200    403     GET /api/follows/status/:id (petra)
401    201    201    201    400    201    201    201    403     POST /api/follows (cleo)
401    404    404    404    404    201    404    400    403     POST /api/follows (petra)
401    200    200    200    200    200    200    200    403     DELETE /api/follows/:id (cleo)
401    200    200    200    200    200    200    200    403     DELETE /api/follows/:id (petra)
401    200    200    200    200    200    200    200    403     GET /api/follows/suggestions
401    200    200    200    200    200    200    200    403     GET /api/follows/followers/:id (cleo)
401    404    404    404    404    200    404    200    403     GET /api/follows/followers/:id (petra)
401    200    200    200    200    200    200    200    403     GET /api/follows/following/:id (cleo)
401    404    404    404    404    200    404    200    403     GET /api/follows/following/:id (petra)
401    200    200    200    200    200    200    200    403     PUT /api/profile
401    wish   wish   wish   offer  wish   wish   offer  403     PUT /api/profile (a price)
401    200    200    200    200    200    200    200    403     POST /api/objects/upload
401    403    403    403    200    403    403    403    403     PUT /api/profile-images (cleo's upload)

Signals: a premium one is open to its author and paying subscribers, and locked for everyone else
401    locked absent absent open   open   locked absent 403     GET /api/signals/feed (a premium signal)
401    absent absent absent absent open   absent open   403     GET /api/signals/feed (petra's signal)
401    open   open   open   open   open   open   open   403     GET /api/signals/feed?scope=everyone (a free signal)
401    locked locked locked open   open   locked locked 403     GET /api/signals/feed?scope=everyone (a premium signal)
401    absent absent absent absent open   absent open   403     GET /api/signals/feed?scope=everyone (petra's signal)
401    absent absent absent absent absent absent absent 403     GET /api/signals/feed?scope=everyone (lena's signal)
401    open   open   open   open   open   open   open   403     GET /api/signals/feed?ticker=SECRT (a free signal)
401    absent absent absent open   open   absent absent 403     GET /api/signals/feed?ticker=SECRT (a premium signal)
401    200    200    200    200    200    200    200    403     GET /api/signals/preview?type=sell&tickers=SECRT
401    locked locked locked open   open   locked locked 403     GET /api/signals/user/:id (cleo's premium)
401    absent absent absent open   open   absent absent 403     GET /api/signals/user/:id?ticker=SECRT (cleo's premium)
401    404    404    404    404    open   404    open   403     GET /api/signals/user/:id (petra's signals)
401    open   open   open   open   open   open   open   403     GET /api/signals/:id (a free signal)
401    locked locked locked open   open   locked locked 403     GET /api/signals/:id (a premium signal)
401    404    404    404    404    open   404    open   403     GET /api/signals/:id (petra's signal)
401    404    404    404    404    404    404    404    403     GET /api/signals/:id (lena's signal)
401    403    403    403    201    403    403    201    403     POST /api/signals
401    200    200    200    200    200    200    200    403     GET /api/signals/:id/opening (a free signal)
401    403    403    403    200    200    403    403    403     GET /api/signals/:id/opening (a premium signal)
401    404    404    404    404    200    404    200    403     GET /api/signals/:id/opening (petra's signal)
401    404    404    404    200    404    404    404    403     POST /api/signals/:id/withdraw (a free signal)
401    404    404    404    404    404    404    200    403     POST /api/signals/:id/withdraw (petra's signal)
open   open   open   open   open   open   open   open   open    GET /api/record/outcomes?ids=:id (a free signal's outcome)
locked locked locked locked open   open   locked locked locked  GET /api/record/outcomes?ids=:id (a premium signal's outcome)
absent absent absent absent absent open   absent open   absent  GET /api/record/outcomes?ids=:id (petra's signal's outcome)
absent absent absent absent absent absent absent absent open    GET /api/record/outcomes?ids=:id (lena's signal's outcome)
open   open   open   open   open   open   open   open   open    GET /api/record/signals/:id (a free signal's outcome)
locked locked locked locked open   open   locked locked locked  GET /api/record/signals/:id (a premium signal's outcome)
404    404    404    404    404    open   404    open   404     GET /api/record/signals/:id (petra's signal's outcome)
404    404    404    404    404    404    404    404    open    GET /api/record/signals/:id (lena's signal's outcome)
open   open   open   open   open   open   open   open   open    GET /api/record/signals/:id/by-method?method=2 (a free signal's outcome)
locked locked locked locked open   open   locked locked locked  GET /api/record/signals/:id/by-method?method=2 (a premium signal's outcome)
404    404    404    404    404    open   404    open   404     GET /api/record/signals/:id/by-method?method=2 (petra's signal's outcome)
404    404    404    404    404    404    404    404    open    GET /api/record/signals/:id/by-method?method=2 (lena's signal's outcome)
401    200    200    200    200    200    200    200    403     GET /api/tickers?query=nvda
401    200    200    200    200    200    200    200    403     GET /api/tickers/most-called
401    200    200    200    200    200    200    200    403     GET /api/tickers/:ticker/prices (a ticker)
401    absent absent absent open   open   absent absent 403     GET /api/tickers/:ticker/calls (a premium call)
401    200    200    200    200    200    200    200    403     GET /api/watchlist
401    200    200    200    200    200    200    200    403     PUT /api/watchlist/:ticker (a ticker)
401    200    200    200    200    200    200    200    403     DELETE /api/watchlist/:ticker (a ticker)

Records: open to visitors, for people whom they may see
200    200    200    200    200    200    200    200    200     GET /api/record/people/:username (cleo's record)
404    404    404    404    404    200    404    200    404     GET /api/record/people/:username (petra's record)
404    404    404    404    404    404    404    404    200     GET /api/record/people/:username (lena's record)
200    200    200    200    200    200    200    200    200     GET /api/record/people/:username/days (cleo's record)
404    404    404    404    404    200    404    200    404     GET /api/record/people/:username/days (petra's record)
locked locked locked locked open   open   locked locked locked  GET /api/record/people/:username/signals (cleo's signals)
404    404    404    404    404    200    404    200    404     GET /api/record/people/:username/signals (petra's record)
absent absent absent absent open   open   absent absent absent  GET /api/record/people/:username/about/:ticker (cleo's premium statement)
404    404    404    404    404    200    404    200    404     GET /api/record/people/:username/about/:ticker (petra's statements)
200    200    200    200    200    200    200    200    200     GET /api/record/board
200    200    200    200    200    200    200    200    200     GET /api/record/newcomers

Portfolios: the curve for everyone who may see the profile, the holdings for paying subscribers
401    absent absent absent open   absent absent absent 403     GET /api/portfolio (cleo's portfolio)
401    absent absent absent open   absent absent absent 403     GET /api/portfolio/overview (cleo's portfolio)
401    locked locked locked open   open   locked locked 403     GET /api/portfolio/of/:id (cleo's portfolio)
401    404    404    404    404    200    404    200    403     GET /api/portfolio/of/:id (petra)
401    200    200    200    200    200    200    200    403     POST /api/portfolio/retry
401    404    404    404    200    404    404    404    403     POST /api/portfolio/imports/:id/confirm (cleo's preview)
401    404    404    404    gone   404    404    404    403     DELETE /api/portfolio/imports/:id (cleo's preview)
401    404    404    404    open   404    404    404    403     GET /api/portfolio/import-files/:id (cleo's table)
401    404    404    404    200    404    404    404    403     POST /api/portfolio/import-files/:id/try (cleo's table)
401    404    404    404    201    404    404    404    403     POST /api/portfolio/import-files/:id/read (cleo's table)
401    404    404    404    200    404    404    404    403     PUT /api/portfolio/import-files/:id/sheet (cleo's table)
401    404    404    404    gone   404    404    404    403     DELETE /api/portfolio/import-files/:id (cleo's table)
401    404    404    404    200    404    404    404    403     DELETE /api/portfolio/accounts/:id (cleo's account)
401    200    200    200    200    200    200    200    403     POST /api/portfolio/connections
401    200    200    200    200    200    200    200    403     POST /api/portfolio/connections/look
401    404    404    404    200    404    404    404    403     POST /api/portfolio/connections/:id/reconnect (cleo's connection)
401    404    404    404    200    404    404    404    403     DELETE /api/portfolio/connections/:id (cleo's connection)
401    kept   kept   kept   gone   kept   kept   kept   403     DELETE /api/portfolio (cleo's records)

Creator Mode: anyone may buy it, and only creators can earn
401    200    200    200    200    200    200    200    403     GET /api/creator-status
401    200    200    200    200    200    200    200    403     GET /api/creator-subscription
401    200    200    409    409    200    200    409    403     POST /api/stripe/creator-subscription
401    200    200    200    200    200    200    200    403     POST /api/creator-subscription/check
401    404    404    200    200    404    404    200    403     DELETE /api/creator-subscription/cancel
401    404    404    200    200    404    404    200    403     POST /api/creator-subscription/resume
401    200    200    200    200    200    200    200    403     GET /api/stripe/connect/account-status
401    200    200    200    200    200    200    200    403     GET /api/creator/payout-country
401    200    200    200    409    200    200    409    403     PUT /api/creator/payout-country
401    403    403    200    200    403    403    200    403     POST /api/stripe/connect/create-account
401    403    403    409    200    403    403    200    403     POST /api/stripe/connect/create-account-link
401    403    403    200    200    403    403    200    403     POST /api/creator/setup-pricing
401    403    403    200    200    403    403    200    403     PUT /api/creator/subscription-price
401    200    200    200    200    200    200    200    403     GET /api/creator/revenue
401    200    200    200    200    200    200    200    403     GET /api/stripe/connect/balance
401    409    409    409    200    409    409    200    403     POST /api/stripe/connect/dashboard-link
401    200    200    200    200    200    200    200    403     GET /api/studio
401    200    200    200    200    200    200    200    403     GET /api/studio/subscribers

Subscriptions: only to another person with payouts, a price and a public profile
401    absent absent absent absent open   absent absent 403     GET /api/subscriptions/status/:id (paying cleo)
401    absent absent absent absent open   absent absent 403     GET /api/subscriptions/status/:id (paying petra)
401    200    200    200    400    200    200    200    403     GET /api/subscriptions/offer/:id (cleo)
401    404    404    404    404    200    404    400    403     GET /api/subscriptions/offer/:id (petra)
401    409    409    400    409    409    409    409    403     GET /api/subscriptions/offer/:id (paul)
401    200    200    200    400    409    200    200    403     POST /api/subscriptions/create (cleo)
401    404    404    404    404    409    404    400    403     POST /api/subscriptions/create (petra)
401    409    409    400    409    409    409    409    403     POST /api/subscriptions/create (paul)
401    200    200    200    400    409    200    200    403     POST /api/stripe/user-subscription (cleo)
401    404    404    404    404    409    404    400    403     POST /api/stripe/user-subscription (petra)
401    409    409    400    409    409    409    409    403     POST /api/stripe/user-subscription (paul)
401    200    200    200    400    409    200    200    403     POST /api/subscribe/creator (cleo)
401    404    404    404    404    409    404    400    403     POST /api/subscribe/creator (petra)
401    409    409    400    409    409    409    409    403     POST /api/subscribe/creator (paul)
401    absent absent absent absent open   absent absent 403     POST /api/subscriptions/check (paying cleo)
401    403    403    403    open   403    403    403    403     GET /api/subscriptions/creator/:id (subscribers of cleo)
401    403    403    403    403    open   403    403    403     GET /api/subscriptions/subscriber/:id (subscriptions of sue)
401    404    404    404    404    200    404    404    403     DELETE /api/subscriptions/:id (sue's subscription)
401    404    404    404    404    200    404    404    403     POST /api/subscriptions/:id/resume (sue's subscription)
401    409    409    200    200    200    200    200    403     POST /api/billing-portal
401    409    409    200    200    200    200    200    403     POST /api/billing/fix-payment
401    200    200    200    200    200    200    200    403     POST /api/billing/pay-due
${REFUND_CALLS}
One's own data, and leaving. It is last, because what a creator's deletion changes at Stripe isn't restored
401    200    200    200    200    200    200    200    200     GET /api/data-export
401    201    201    201    201    201    201    201    201     POST /api/data-export
401    404    404    404    200    404    404    404    404     POST /api/data-export/:id/download (cleo's copy)
401    200    200    200    200    200    200    200    200     DELETE /api/account-deletion
401    200    200    200    200    200    200    200    403     POST /api/account-deletion

${SAFETY_CALLS}`
