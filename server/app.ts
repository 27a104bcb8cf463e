// The one place where everything is put together: plumbing first, then each feature's routes, then the web app.
import type { IncomingMessage, ServerResponse } from 'node:http'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { IMPORT_PATH } from '#shared/contracts/portfolio.ts'
import { Problem } from '#shared/problems.ts'
import type { Deps } from './deps.ts'
import { authRoutes } from './features/auth/routes.ts'
import { planRoutes } from './features/billing/plan-routes.ts'
import { billingRoutes } from './features/billing/routes.ts'
import { serveWebhook } from './features/billing/receive-event.ts'
import { creatorRoutes } from './features/creators/routes.ts'
import { setPrice } from './features/creators/set-price.ts'
import { followRoutes } from './features/follows/routes.ts'
import { liveRoutes } from './features/live/routes.ts'
import { serveBrokerWebhooks } from '#server/features/portfolio/connections/webhook-route.ts'
import { connectionRoutes } from './features/portfolio/connections/routes.ts'
import { serveImportUploads } from '#server/features/portfolio/import/upload-route.ts'
import { importFileRoutes } from '#server/features/portfolio/import/file-routes.ts'
import { portfolioRoutes } from './features/portfolio/routes.ts'
import { previews, sharingRoutes } from './features/sharing/routes.ts'
import { signalRoutes } from './features/signals/routes.ts'
import { systemRoutes } from './features/system/routes.ts'
import { uploadRoutes } from './features/uploads/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { waitlistRoutes } from './features/waitlist/routes.ts'
import { refuseCrossSite } from './http/cross-site.ts'
import { serveFrontEnd } from './http/front-end.ts'
import { openLimits } from './http/limits.ts'
import { encodeReplies } from './http/encode-replies.ts'
import { serveApiDescription } from './http/openapi.ts'
import { closeConnectionsWhileStopping } from './http/graceful-shutdown.ts'
import { answerProblems, refuseBrokenRequest } from './http/problems.ts'
import { secureHeaders } from './http/security.ts'
import { server } from './http/serve.ts'
import { cutOffSlowBodies } from './http/slow-bodies.ts'
import { mailFolder } from './adapters/mail.ts'
import { serveUploads } from './adapters/storage/open.ts'

/** Bodies of calls are small; pictures have their own address and limit. */
const BODY_MAX_BYTES = 64 * 1024

/** A request that hasn't arrived by then is cut off; a picture over a slow line is well within it. */
const REQUEST_MS = 120_000
/** The same for a broker's file: the largest there may be (100 MB) over a line of one megabit a second. */
const FILE_MS = 15 * 60_000

/** Answers a request whose body nobody has read yet. */
export type Sandbox = { handle: (request: IncomingMessage, response: ServerResponse) => void }

export type AppOptions = {
  /** The address people open, known once the server listens. */
  publicUrl: () => string
  isDemo: boolean
  /** True from the moment the server was asked to stop. */
  isStopping?: () => boolean
  /** Stripe's stand-in, where no keys are set. */
  paymentSandbox?: Sandbox | null
  /** A broker's stand-in, where nobody is set up who reaches real ones. */
  brokerSandbox?: Sandbox | null
  /** Checks each reply against the contract before it is sent (tests). */
  checkReplies?: boolean
}

/** The HTTP server, ready to listen. `close()` waits for the requests in hand. */
export async function buildApp(
  deps: Deps,
  {
    publicUrl,
    isDemo,
    isStopping = () => false,
    paymentSandbox = null,
    brokerSandbox = null,
    checkReplies = false,
  }: AppOptions,
): Promise<FastifyInstance> {
  const { config } = deps
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    // Only the proxy that is talking to us: it adds the address it sees, and what a sender wrote before is not believed.
    trustProxy: config.trustProxy ? (_address, hop) => hop === 0 : false,
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: FILE_MS,
    genReqId: () => deps.clock.newId(),
    forceCloseConnections: 'idle',
    // What still arrives while the server leaves is answered like any other request.
    return503OnClosing: false,
    // A missing one is refused below, in our words.
    http: { requireHostHeader: false },
    clientErrorHandler: refuseBrokenRequest,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (_error, _request, reply) => {
      const refusal: FastifyReply = reply
      void refusal.status(400).send(new Problem('invalid', { message: 'The address isn’t valid' }).toBody())
    },
  }) as unknown as FastifyInstance
  readJson(app)
  answerProblems(app)
  closeConnectionsWhileStopping(app)
  cutOffSlowBodies(app, { usualMs: REQUEST_MS, patientPath: IMPORT_PATH })
  if (paymentSandbox) serveSandbox(app, paymentSandbox, /^\/(sandbox\/stripe\/(v1|v2|pages)|v1|v2)\//)
  if (brokerSandbox) serveSandbox(app, brokerSandbox, /^\/sandbox\/broker\//)
  refuseHostless(app)
  refuseCrossSite(app, publicUrl)
  secureHeaders(app, {
    uploadOrigins: deps.storage.uploadOrigins,
    isHttps: config.publicUrl?.startsWith('https:') ?? false,
    paysAtStripe: config.payments.mode === 'stripe',
  })
  await app.register(cookie)
  encodeReplies(app)

  const limits = openLimits(deps)
  app.addHook('onClose', () => limits.close())
  const serve = server(app, deps, limits, checkReplies)
  systemRoutes(serve, deps, isDemo, isStopping)
  authRoutes(serve, app, deps, limits)
  waitlistRoutes(serve, deps)
  userRoutes(serve, deps, async (viewer, priceInCents) => {
    await limits.spend('billing', viewer.id)
    return await setPrice(deps, viewer, priceInCents)
  })
  uploadRoutes(serve, app, deps)
  serveUploads(app, deps)
  followRoutes(serve, deps)
  signalRoutes(serve, deps)
  portfolioRoutes(serve, deps)
  importFileRoutes(serve, deps)
  serveImportUploads(app, deps, limits)
  connectionRoutes(serve, deps, publicUrl)
  serveBrokerWebhooks(app, deps, limits)
  planRoutes(serve, deps)
  creatorRoutes(serve, deps, publicUrl)
  billingRoutes(serve, deps, publicUrl)
  serveWebhook(app, deps)
  liveRoutes(app, deps, limits)
  sharingRoutes(app, deps, limits)
  serveApiDescription(app)
  if (config.smtpUrl === undefined && config.mode !== 'production') serveMailbox(app, config.dataDir)
  await serveFrontEnd(app, {
    paymentMode: config.payments.mode,
    publicUrl,
    previewOf: previews(deps, limits),
  })
  return app
}

/** Letters that were kept instead of sent, such as invitations; there is none where a mail server is set. */
function serveMailbox(app: FastifyInstance, dataDir: string): void {
  app.get('/sandbox/mail', async (_request, reply) => {
    const { mailboxPage } = await import('#sandbox/mail/mailbox.ts')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(await mailboxPage(mailFolder(dataDir)))
  })
}

/**
 * Stripe's is under its own address, and where a stock Stripe SDK looks when it is given this host and port. Nothing of
 * ours stands between: a sandbox reads its requests and sets its headers itself, as a server of somebody else's would.
 */
function serveSandbox(app: FastifyInstance, { handle }: Sandbox, addresses: RegExp): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!addresses.test(request.url)) return done()
    reply.hijack()
    handle(request.raw, reply.raw)
  })
}

/** Every address the server makes starts with the host it was asked for (RFC 9112, section 3.2). */
function refuseHostless(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!request.host) throw new Problem('invalid', { message: 'The Host header is missing' })
  })
  // An expectation nobody here knows may be left unmet (RFC 9110, section 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}

/** JSON only; an empty body is no body, whatever its type says, as clients send it with calls that have none. */
function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body as string, done)
  })
}
