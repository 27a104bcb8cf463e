// Access control of what isn't in the contract; columns and words as in access-table.ts.

/** The server's routes outside the contract: streams, files, webhooks, pages. */
export const OTHER_ROUTES = `
vera   max    nora   paul   cleo   sue    lars   petra  lena
303    303    303    303    303    303    303    303    303     GET /api/login
401    200    200    200    200    200    200    200    200     GET /api/live
401    201    201    201    201    201    201    201    403     POST /api/portfolio/imports (a broker's file)
401    404    404    404    200    404    404    404    404     GET /api/data-export/:id/file (cleo's copy)
401    200    200    200    200    200    200    200    403     GET /api/studio/subscribers.csv
absent absent absent absent open   open   absent absent absent  GET /api/record/people/:username/about/:ticker/statements.csv (cleo's premium statement)
404    404    404    404    404    200    404    200    404     GET /api/record/people/:username/about/:ticker/statements.csv (petra's statements)
401    404    404    404    404    404    404    404    404     GET /api/subscriptions/:id/withdrawal.pdf (sue's subscription)

Webhooks without a valid signature, from any sender
400    400    400    400    400    400    400    400    400     POST /api/stripe/webhook
400    400    400    400    400    400    400    400    400     POST /api/brokers/snaptrade/webhook
400    400    400    400    400    400    400    400    400     POST /api/brokers/plaid/webhook

Mail programs that unsubscribe without a valid token
404    404    404    404    404    404    404    404    404     POST /unsubscribe

Pictures: anyone with a signed URL may upload one, and everyone may see them
200    200    200    200    200    200    200    200    200     PUT /objects/uploads/* (cleo's address)
403    403    403    403    403    403    403    403    403     PUT /objects/uploads/* (nobody's address)
200    200    200    200    200    200    200    200    200     GET /objects/pictures/:name (petra's picture)
200    200    200    200    200    200    200    200    200     GET /share/* (cleo's card)
200    200    200    200    200    200    200    200    200     GET /share/* (petra's card)
404    404    404    404    404    404    404    404    404     GET /share/record/:file (no picture)
404    404    404    404    404    404    404    404    404     GET /share/outcome/:file (no picture)
404    404    404    404    404    404    404    404    404     GET /share/ticker/:file (no picture)
200    200    200    200    200    200    200    200    200     GET /share/page/:file (a page's picture)

The API description, and the emails that were stored instead of sent (never in production)
200    200    200    200    200    200    200    200    200     GET /api/openapi.json
200    200    200    200    200    200    200    200    200     GET /api/docs
200    200    200    200    200    200    200    200    200     GET /api/docs/start.js
200    200    200    200    200    200    200    200    200     GET /api/docs/swagger-ui.css
200    200    200    200    200    200    200    200    200     GET /api/docs/swagger-ui-bundle.js
200    200    200    200    200    200    200    200    200     GET /sandbox/mail
`
