// The rows of the access table about blocks, mutes, consents and alerts. Petra is private, and Lena's account is being deleted.
// What a block hides from either side is in test/features/safety/leaks.test.ts, for every call that reads. The rows for
// people who block, mute or are restricted are in tied-access-table.ts.

export const SAFETY_CALLS = `
Blocks and mutes
401    200    200    200    200    200    200    200    403     GET /api/blocks
401    201    201    201    400    201    201    201    403     POST /api/blocks (cleo)
401    404    404    404    404    201    404    400    403     POST /api/blocks (petra)
401    200    200    200    400    200    200    200    403     GET /api/blocks/:id/cost (cleo)
401    404    404    404    404    200    404    400    403     GET /api/blocks/:id/cost (petra)
401    200    200    200    200    200    200    200    403     DELETE /api/blocks/:id (cleo)
401    200    200    200    200    200    200    200    403     GET /api/mutes
401    201    201    201    400    201    201    201    403     POST /api/mutes (cleo)
401    404    404    404    404    201    404    400    403     POST /api/mutes (petra)
401    200    200    200    200    200    200    200    403     DELETE /api/mutes/:id (cleo)

Reports and appeals
401    200    200    200    200    200    200    200    403     GET /api/reports
401    201    201    201    400    201    201    201    403     POST /api/reports (cleo)
401    404    404    404    404    201    404    400    403     POST /api/reports (petra)
201    201    201    201    201    201    201    201    201     POST /api/notices (cleo's name)
200    200    200    200    200    200    200    200    200     POST /api/notices/looks/check (a link to another look)
201    201    201    201    201    201    201    201    201     POST /api/notices/looks (a link to another look)
200    200    200    200    200    200    200    200    200     GET /api/transparency
401    404    404    404    404    404    404    404    403     POST /api/reports/:id/look (cleo)
401    200    200    200    200    200    200    200    403     GET /api/decisions
401    404    404    404    404    404    404    404    403     GET /api/decisions/:id (cleo)
401    404    404    404    404    404    404    404    403     POST /api/decisions/:id/appeal (cleo)

Consents
401    200    200    200    200    200    200    200    403     GET /api/consents
401    409    409    409    409    409    409    409    403     POST /api/consents
401    409    409    409    409    409    409    409    403     POST /api/billing/consents

Alerts and saved signals
401    200    200    200    200    200    200    200    403     GET /api/alerts
401    200    200    200    200    200    200    200    403     PUT /api/alerts/seen
401    200    200    200    200    200    200    200    403     PUT /api/alerts/read
401    200    200    200    200    200    200    200    403     GET /api/alert-settings
401    200    200    200    200    200    200    200    403     PUT /api/alert-settings
401    200    200    200    200    200    200    200    403     GET /api/bells/:authorId (cleo)
401    404    404    404    404    200    404    200    403     GET /api/bells/:authorId (petra)
401    200    409    409    400    200    200    409    403     PUT /api/bells/:authorId (cleo)
401    404    404    404    404    200    404    400    403     PUT /api/bells/:authorId (petra)
401    200    200    200    200    200    200    200    403     GET /api/push/key
401    200    200    200    200    200    200    200    403     GET /api/push-devices
401    400    400    400    400    400    400    400    403     POST /api/push-devices
401    404    404    404    404    404    404    404    403     PUT /api/push-devices/:id (cleo)
401    200    200    200    200    200    200    200    403     DELETE /api/push-devices/:id (cleo)
401    200    200    200    200    200    200    200    403     GET /api/signals/:id/delivery (a free signal)
401    200    200    200    200    200    200    200    403     GET /api/bookmarks
401    200    200    200    200    200    200    200    403     PUT /api/bookmarks/:signalId (a free signal)
401    200    200    200    200    200    200    200    403     DELETE /api/bookmarks/:signalId (a free signal)

Comments: as readable as their signal and their writer; a premium signal's are for subscribers
401    200    200    200    200    200    200    200    403     GET /api/signals/:id/comments (a free signal)
401    403    403    403    200    200    403    403    403     GET /api/signals/:id/comments (a premium signal)
401    404    404    404    404    200    404    200    403     GET /api/signals/:id/comments (petra's signal)
401    404    404    404    404    404    404    404    403     GET /api/signals/:id/comments (lena's signal)
401    200    200    200    200    200    200    200    403     PUT /api/signals/:id/comments/live (a free signal)
401    403    403    403    200    200    403    403    403     PUT /api/signals/:id/comments/live (a premium signal)
401    404    404    404    404    200    404    200    403     PUT /api/signals/:id/comments/live (petra's signal)
401    201    201    201    201    201    201    201    403     POST /api/signals/:id/comments (a free signal)
401    403    403    403    201    201    403    403    403     POST /api/signals/:id/comments (a premium signal)
401    404    404    404    404    201    404    201    403     POST /api/signals/:id/comments (petra's signal)
401    404    404    404    404    200    404    404    403     PUT /api/comments/:id (sue's comment)
401    404    404    404    404    200    404    404    403     DELETE /api/comments/:id (sue's comment)
401    200    200    200    200    200    200    200    403     GET /api/comments/:id/versions (sue's comment)
401    404    404    404    200    200    404    404    403     GET /api/comments/:id/versions (sue's premium comment)
401    404    404    404    404    200    404    200    403     GET /api/comments/:id/versions (petra's comment)
401    200    200    200    400    200    200    200    403     PUT /api/signals/:id/useful (a free signal)
401    403    403    403    400    200    403    403    403     PUT /api/signals/:id/useful (a premium signal)
401    404    404    404    404    200    404    400    403     PUT /api/signals/:id/useful (petra's signal)
401    200    200    200    200    200    200    200    403     DELETE /api/signals/:id/useful (a free signal)

Moderators and administrators, who are none of these people (staff.test.ts has what they get)
401    403    403    403    403    403    403    403    403     GET /api/admin/cases
401    403    403    403    403    403    403    403    403     GET /api/admin/cases/:id (cleo)
401    403    403    403    403    403    403    403    403     POST /api/admin/cases
401    403    403    403    403    403    403    403    403     POST /api/admin/cases/:id/claim (cleo)
401    403    403    403    403    403    403    403    403     DELETE /api/admin/cases/:id/claim (cleo)
401    403    403    403    403    403    403    403    403     POST /api/admin/cases/:id/decisions (cleo)
401    403    403    403    403    403    403    403    403     POST /api/admin/appeals/:id (cleo)
401    403    403    403    403    403    403    403    403     POST /api/admin/cases/:id/looks (cleo)
401    403    403    403    403    403    403    403    403     POST /api/admin/cases/:id/confirmation (cleo)
401    403    403    403    403    403    403    403    403     POST /api/admin/people
401    403    403    403    403    403    403    403    403     POST /api/admin/people/:id/cases (cleo)
401    403    403    403    403    403    403    403    403     GET /api/admin/overview
401    403    403    403    403    403    403    403    403     GET /api/admin/waitlist
401    403    403    403    403    403    403    403    403     POST /api/admin/waitlist/invitations
401    403    403    403    403    403    403    403    403     GET /api/admin/payments
401    403    403    403    403    403    403    403    403     POST /api/admin/payments/:id/refunds (a ticker)
401    403    403    403    403    403    403    403    403     GET /api/admin/refund-requests
401    403    403    403    403    403    403    403    403     POST /api/admin/refund-requests/:id/answer (cleo)
401    403    403    403    403    403    403    403    403     GET /api/admin/jobs
401    403    403    403    403    403    403    403    403     POST /api/admin/jobs/:id/retries (a job)
401    403    403    403    403    403    403    403    403     POST /api/admin/events/:id/retries (a ticker)
401    403    403    403    403    403    403    403    403     GET /api/admin/emails
401    403    403    403    403    403    403    403    403     GET /api/admin/audit
`
