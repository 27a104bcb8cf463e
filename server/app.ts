// Builds the HTTP server: plumbing first, then each feature's routes, then the web app.
import type { Logger } from 'pino'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { IMPORT_PATH } from '#shared/contracts/portfolio.ts'
import { Problem } from '#shared/problems.ts'
import type { Deps } from './deps.ts'
import { stopAlertEmails } from './features/alerts/email/stop-emails.ts'
import { alertRoutes } from './features/alerts/routes.ts'
import { emailRoutes } from './features/auth/email/routes.ts'
import { deletionRoutes } from './features/auth/deletion/routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { markAttempt } from './features/billing/checkout/mark-attempt.ts'
import { costOfBlock, enqueueEndOfPayments } from './features/billing/lifecycle/end-blocked.ts'
import { endSilence } from './features/billing/lifecycle/silent-creators.ts'
import { commentRoutes } from './features/comments/routes.ts'
import { setPrice } from './features/creators/set-price.ts'
import { dataExportRoutes } from './features/data-exports/routes.ts'
import { unfollow } from './features/follows/follow.ts'
import { followRoutes } from './features/follows/routes.ts'
import { openDocuments } from './features/legal/documents.ts'
import { consentRoutes } from './features/legal/routes.ts'
import { liveRoutes } from './features/live/routes.ts'
import { serveBrokerWebhooks } from '#server/features/portfolio/connections/webhook-route.ts'
import { connectionRoutes } from './features/portfolio/connections/routes.ts'
import { serveImportUploads } from '#server/features/portfolio/import/upload-route.ts'
import { importFileRoutes } from '#server/features/portfolio/import/file-routes.ts'
import { portfolioRoutes } from './features/portfolio/routes.ts'
import { dayRoutes } from './features/record/log/log-days.ts'
import { logRoutes } from './features/record/log/log-routes.ts'
import { priceRoutes } from './features/record/rate/price-routes.ts'
import { logStateRoute } from './features/record/log/log-state.ts'
import { openingRoute } from './features/record/log/openings.ts'
import { openRecordReader, rankingRoutes } from './features/record/rank/routes.ts'
import { openListedOutcomes } from './features/record/score/listed-outcomes.ts'
import { optionsOf, scoreRoutes } from './features/record/score/routes.ts'
import { statementRoutes } from './features/record/statements/routes.ts'
import { distancesOn } from './features/record/score/trades-on.ts'
import { linkPreview, sharingRoutes } from './features/sharing/routes.ts'
import { noticeRoutes, reportRoutes } from './features/safety/report-routes.ts'
import { safetyRoutes } from './features/safety/routes.ts'
import { signalRoutes } from './features/signals/routes.ts'
import { systemRoutes } from './features/system/routes.ts'
import { wellKnownRoutes } from './features/system/well-known.ts'
import { tickerRoutes } from './features/tickers/routes.ts'
import { uploadRoutes } from './features/uploads/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { visitorRoutes } from './features/visitors/routes.ts'
import { visitorReaders } from './visitor-readers.ts'
import { waitlistRoutes } from './features/waitlist/routes.ts'
import { refuseCrossSite } from './http/cross-site.ts'
import { requireHostHeader } from './http/host-header.ts'
import { serveFrontEnd } from './http/front-end.ts'
import { openAccessLog, requestIds } from './http/access-log.ts'
import { openRateLimits } from './http/rate-limits.ts'
import { compressReplies } from './http/compress-replies.ts'
import { openReplyVersions } from './http/etags.ts'
import { serveApiDescription } from './http/openapi.ts'
import { closeConnectionsWhileStopping } from './http/graceful-shutdown.ts'
import { brokenRequestRefusal, handleErrors } from './http/error-replies.ts'
import { securityHeaders, setSecurityHeaders } from './http/security-headers.ts'
import { readJson } from './http/read-json.ts'
import { type Sandbox, serveSandbox } from './http/serve-sandbox.ts'
import { createServe } from './http/serve.ts'
import { hasSessionCookie, viewerOf } from './http/session.ts'
import { enforceBodyTimeout } from './http/body-timeout.ts'
import { serveDemoAuthenticator, staffRoutes } from './staff.ts'
import { openPictureCase } from './features/safety/picture-case.ts'
import { paymentRoutes } from './payment-routes.ts'
import { serveMailbox } from './mail-sandbox.ts'
import { serveUploads } from './adapters/storage/open.ts'

/** Request bodies are small. Uploads have separate routes and limits. */
const BODY_MAX_BYTES = 64 * 1024

/** The time limit for a request body: enough for a picture over a slow connection. */
const BODY_TIMEOUT_MS = 120_000
/** The time limit for a broker's file: enough for the largest allowed one (100 MB) at one megabit a second. */
const IMPORT_TIMEOUT_MS = 15 * 60_000

export type AppOptions = {
  /** The public address; known once the server listens. */
  publicUrl: () => string
  isDemo: boolean
  /** True once the server has been asked to stop. */
  isStopping?: () => boolean
  /** The Stripe sandbox, if no Stripe keys are set. */
  paymentSandbox?: Sandbox | null
  /** The broker sandbox, if no provider's keys are set. */
  brokerSandbox?: Sandbox | null
  /** The push sandbox, if no keys for push are set. */
  pushSandbox?: Sandbox | null
  /** Checks each response against the contract before sending it (tests). */
  checkReplies?: boolean
}

/** The HTTP server, ready to listen. `close()` waits for requests in progress. */
export async function buildApp(
  deps: Deps,
  {
    publicUrl,
    isDemo,
    isStopping = () => false,
    paymentSandbox = null,
    brokerSandbox = null,
    pushSandbox = null,
    checkReplies = false,
  }: AppOptions,
): Promise<FastifyInstance> {
  const { config } = deps
  const headersOf = (allowsStripe: boolean) =>
    securityHeaders({
      uploadOrigins: deps.storage.uploadOrigins,
      isHttps: config.publicUrl?.startsWith('https:') ?? false,
      allowsStripe,
    })
  const headers = headersOf(false)
  const accessLog = openAccessLog(deps)
  const refuseBrokenRequest = brokenRequestRefusal(headers, accessLog)
  const app = Fastify({
    // The full pino logger (log.ts). Our own code only writes lines with an event.
    loggerInstance: deps.log as Logger,
    // No child loggers, because only access-log.ts logs requests.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // Trusts only the proxy that connects to us: it appends the address it sees, and earlier entries can be forged.
    trustProxy: config.trustProxy ? (_address, hop) => hop === 0 : false,
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: IMPORT_TIMEOUT_MS,
    genReqId: requestIds(deps),
    forceCloseConnections: 'idle',
    // Requests that arrive during a shutdown are answered like any other.
    return503OnClosing: false,
    // `requireHostHeader` refuses a missing header with a `Problem`.
    http: { requireHostHeader: false },
    clientErrorHandler: refuseBrokenRequest,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (_error, request, reply) => {
      const refusal: FastifyReply = reply
      accessLog.begin(request, refusal)
      void refusal
        .status(400)
        .headers(headers)
        .send({
          ...new Problem('invalid', { message: 'The address isn’t valid' }).toBody(),
          requestId: request.id,
        })
    },
  }) as unknown as FastifyInstance
  readJson(app)
  // Must come before any other hook.
  app.addHook('onRequest', (request, reply, done) => {
    accessLog.begin(request, reply)
    done()
  })
  handleErrors(app, deps.log)
  closeConnectionsWhileStopping(app)
  enforceBodyTimeout(app, { timeoutMs: BODY_TIMEOUT_MS, exemptPath: IMPORT_PATH, refuseBrokenRequest })
  if (paymentSandbox) serveSandbox(app, paymentSandbox, /^\/(sandbox\/stripe\/(v1|v2|pages)|v1|v2)\//)
  if (brokerSandbox) serveSandbox(app, brokerSandbox, /^\/sandbox\/broker\//)
  if (pushSandbox) serveSandbox(app, pushSandbox, /^\/sandbox\/push([/?]|$)/)
  requireHostHeader(app)
  refuseCrossSite(app, publicUrl)
  setSecurityHeaders(app, headers)
  await app.register(cookie)
  const versions = openReplyVersions()
  compressReplies(app, versions)

  const limits = openRateLimits(deps)
  app.addHook('onClose', () => limits.close())
  const serve = createServe(app, deps, limits, checkReplies)
  systemRoutes(serve, deps, isDemo, isStopping)
  wellKnownRoutes(app, deps, publicUrl)
  const documents = openDocuments(config)
  const consent = consentRoutes(serve, { ...deps, documents }, markAttempt)
  authRoutes(serve, app, deps, limits, { publicUrl, consent })
  emailRoutes(serve, deps)
  deletionRoutes(serve, deps)
  dataExportRoutes(serve, app, deps, limits)
  waitlistRoutes(serve, app, deps, limits, (token) => stopAlertEmails(deps, token))
  userRoutes(serve, deps, async (userId, priceInCents, by) => {
    await limits.consume('billing', userId)
    return await setPrice({ ...deps, by }, userId, priceInCents)
  })
  uploadRoutes(serve, app, deps, openPictureCase)
  serveUploads(app, deps)
  followRoutes(serve, deps)
  logRoutes(app, deps)
  dayRoutes(app, deps)
  priceRoutes(app, deps)
  openingRoute(serve, deps)
  logStateRoute(serve, deps)
  const records = openRecordReader(deps)
  rankingRoutes(serve, records)
  scoreRoutes(serve, deps)
  statementRoutes(serve, app, deps, limits, publicUrl)
  signalRoutes(serve, deps, versions, {
    outcomesFor: openListedOutcomes(deps, optionsOf(deps)),
    onPremium: (authorId) => endSilence(deps, authorId),
  })
  const tickers = tickerRoutes(serve, deps, (ids, ticker) => distancesOn(deps, ids, ticker))
  portfolioRoutes(serve, deps)
  importFileRoutes(serve, deps)
  serveImportUploads(app, deps, limits)
  connectionRoutes(serve, deps, publicUrl)
  serveBrokerWebhooks(app, deps, limits)
  paymentRoutes(serve, app, deps, limits, publicUrl)
  safetyRoutes(serve, deps, {
    unfollow: (trx, followerId, followingId) => unfollow({ ...deps, db: trx }, followerId, followingId),
    enqueueEndOfPayments,
    blockCost: (viewerId, personId) => costOfBlock(deps, viewerId, personId),
  })
  reportRoutes(serve, deps)
  noticeRoutes(serve, deps)
  staffRoutes(serve, deps)
  alertRoutes(serve, deps)
  commentRoutes(serve, deps)
  liveRoutes(app, deps, limits)
  sharingRoutes(app, deps, limits)
  if (config.apiDocs) serveApiDescription(app)
  if (config.smtpUrl === undefined && config.mode !== 'production') serveMailbox(app, config.dataDir)
  if (isDemo && config.mode !== 'production') serveDemoAuthenticator(app, deps)
  const notices = {
    paymentMode: config.payments.mode,
    hasSamplePrices: deps.market.isSample,
    isDemo,
    hasApiDocs: config.apiDocs,
  }
  await serveFrontEnd(app, {
    notices,
    visitors: visitorRoutes(app, deps, visitorReaders(deps, { records, tickers, documents }), limits, {
      publicUrl,
      notices,
    }),
    isSignedIn: async (request, reply) => (await viewerOf(deps, request, reply)) !== null,
    cardFormHeaders: headersOf(config.payments.mode === 'stripe'),
    publicUrl,
    mayBeSignedIn: (request) => hasSessionCookie(deps, request),
    linkPreview: (request, path) => linkPreview(deps, limits, request, path),
  })
  return app
}
