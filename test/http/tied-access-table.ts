// What people may call about somebody they block or mute, or who blocks or mutes them; and what they may call while a
// moderator's decision restricts them.
//
// plain    follows Cleo                          nopost    may not post
// mutes    has muted Cleo                        nosell    a creator who may not sell
// muted    is muted by Cleo                      noreport  may not report
// blocks   has blocked Cleo
// blocked  is blocked by Cleo
//
// A number is the status. `open` and `absent` say whether a 200 response shows Cleo, her signal or her comment. The data is
// restored after each row that changes it. All follow Cleo, except where a block has ended that.

/** `:hers` is Cleo's signal. `:mates` is Mate's signal, with Cleo's comment `:reply` and the caller's comment `:own`. */
export const TIES = `
plain  mutes  muted  blocks blocked nopost  nosell noreport
Cleo
open   open   open   absent absent  open    open   open     GET /api/users?query=cleo
200    200    200    404    404     200     200    200      GET /api/users/cleo
200    200    200    404    404     200     200    200      GET /api/users/id/:cleo
200    200    200    404    404     200     200    200      GET /api/follows/status/:cleo
201    201    201    404    404     201     201    201      POST /api/follows (cleo)
200    200    200    200    200     200     200    200      DELETE /api/follows/:cleo
200    200    200    404    404     200     200    200      GET /api/follows/followers/:cleo
200    200    200    404    404     200     200    200      GET /api/follows/following/:cleo
open   open   open   absent absent  open    open   open     GET /api/follows/followers/:mate
200    200    200    404    404     200     200    200      GET /api/bells/:cleo
200    200    200    404    404     200     200    200      PUT /api/bells/:cleo
200    200    200    404    404     200     200    200      GET /api/blocks/:cleo/cost
201    201    201    201    404     201     201    201      POST /api/blocks (cleo)
200    200    200    200    200     200     200    200      DELETE /api/blocks/:cleo
201    201    201    404    404     201     201    201      POST /api/mutes (cleo)
201    201    201    201    404     201     201    403      POST /api/reports (cleo)
201    201    201    404    404     201     201    403      POST /api/reports (hers)
201    404    201    404    404     201     201    403      POST /api/reports (reply)
201    201    201    201    201     201     201    201      POST /api/notices (cleo)
200    200    200    404    404     200     200    200      GET /api/record/people/cleo
200    200    200    404    404     200     200    200      GET /api/portfolio/of/:cleo
200    200    200    200    200     200     200    200      GET /api/subscriptions/status/:cleo
200    200    200    404    404     200     200    200      GET /api/subscriptions/offer/:cleo
200    200    200    200    200     200     200    200      POST /api/subscriptions/check (cleo)

Her signal, her comment and her alerts
open   absent open   absent absent  open    open   open     GET /api/signals/feed
open   absent open   absent absent  open    open   open     GET /api/signals/feed?scope=everyone
open   open   open   absent absent  open    open   open     GET /api/signals/feed?ticker=TIES
200    200    200    404    404     200     200    200      GET /api/signals/user/:cleo
200    200    200    404    404     200     200    200      GET /api/signals/:hers
200    200    200    404    404     200     200    200      GET /api/signals/:hers/delivery
200    200    200    404    404     200     200    200      GET /api/signals/:hers/comments
200    200    200    404    404     200     200    200      PUT /api/signals/:hers/comments/live
201    201    201    404    404     403     201    201      POST /api/signals/:hers/comments
200    200    200    404    404     200     200    200      PUT /api/signals/:hers/useful
200    200    200    200    200     200     200    200      DELETE /api/signals/:hers/useful
open   open   open   absent absent  open    open   open     GET /api/bookmarks
200    200    200    404    404     200     200    200      PUT /api/bookmarks/:hers
200    200    200    200    200     200     200    200      DELETE /api/bookmarks/:hers
open   absent open   absent absent  open    open   open     GET /api/signals/:mates/comments
201    404    201    404    404     403     201    201      POST /api/signals/:mates/comments (reply)
200    404    200    404    404     200     200    200      GET /api/comments/:reply/versions
open   open   open   absent absent  open    open   open     GET /api/tickers/TIES/calls
open   absent open   absent absent  open    open   open     GET /api/alerts
open   absent open   absent absent  open    open   open     GET /api/alerts?filter=payments

Stan, a creator who may not sell
200    200    200    200    200     200     200    200      GET /api/users/id/:stan
201    201    201    201    201     201     201    201      POST /api/follows (stan)
409    409    409    409    409     409     409    409      GET /api/subscriptions/offer/:stan
409    409    409    409    409     409     409    409      POST /api/subscriptions/create (stan)
409    409    409    409    409     409     409    409      POST /api/stripe/user-subscription (stan)
409    409    409    409    409     409     409    409      POST /api/subscribe/creator (stan)

What is one's own
201    201    201    201    201     403     201    201      POST /api/signals
201    201    201    201    201     403     201    201      POST /api/signals/:mates/comments
200    200    200    200    200     403     200    200      PUT /api/comments/:own
200    200    200    200    200     200     200    200      DELETE /api/comments/:own
201    201    201    201    201     201     201    403      POST /api/reports (mate)
200    200    200    200    200     403     200    200      PUT /api/profile
200    200    200    200    200     403     200    200      POST /api/objects/upload
`
