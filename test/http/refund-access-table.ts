// The rows of the access table about the saved card, withdrawals and refunds. Sue pays Cleo, and Lena's account is being deleted.

export const REFUND_CALLS = `
The saved card
401    200    200    200    200    200    200    200    403     GET /api/billing/card
401    200    200    200    200    200    200    200    403     POST /api/billing/card-session
401    409    409    200    200    200    200    200    403     POST /api/billing/change-card
401    200    200    200    200    200    200    200    403     GET /api/billing/address
401    200    200    200    200    200    200    200    403     PUT /api/billing/address

Withdrawals and refunds: of one's own payments, and of those of one's subscribers. Those that end something are last
401    200    200    200    200    200    200    200    403     GET /api/billing/history
401    404    404    404    200    404    404    404    403     GET /api/subscriptions/:id/refund (sue's subscription)
401    200    200    200    200    200    200    200    403     GET /api/refund-requests
401    404    404    404    404    200    404    404    403     POST /api/subscriptions/:id/refund-request (sue's subscription)
401    404    404    404    404    404    404    404    403     POST /api/refund-requests/:id/answer (cleo)
401    404    404    404    404    409    404    404    403     PUT /api/subscriptions/:id/cancel-reason (sue's subscription)
401    404    404    404    200    404    404    404    403     POST /api/subscriptions/:id/refund (sue's subscription)
401    404    404    404    404    200    404    404    403     POST /api/subscriptions/:id/withdraw (sue's subscription)
`
