// The headers that keep a browser from running, framing or sending what the product never asked for.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

export type OutsideOrigins = {
  /** Where pictures are PUT when that is not the product's own address. */
  uploadOrigins: string[]
  isHttps: boolean
  /** Card forms, 3-D Secure and fraud signals then come from Stripe's hosts. */
  paysAtStripe: boolean
}

/** Sends the same headers with every reply, made once. */
export function secureHeaders(app: FastifyInstance, origins: OutsideOrigins): void {
  const headers = headersFor(origins)
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
}

/** Source of Stripe's hosts: https://docs.stripe.com/security/guide#content-security-policy */
function headersFor({ uploadOrigins, isHttps, paysAtStripe }: OutsideOrigins): Record<string, string> {
  const stripe = (...hosts: string[]) => (paysAtStripe ? hosts.map((host) => `https://${host}`) : [])
  const middleware = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        scriptSrc: ["'self'", ...stripe('js.stripe.com', '*.js.stripe.com')],
        frameSrc: ["'self'", ...stripe('js.stripe.com', '*.js.stripe.com', 'hooks.stripe.com')],
        // Dialogs and lists set their measured sizes as styles on the page.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...stripe('*.stripe.com')],
        connectSrc: ["'self'", ...uploadOrigins, ...stripe('api.stripe.com')],
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  })
  const headers: Record<string, string> = {}
  const recorder = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => {},
  }
  middleware({} as IncomingMessage, recorder as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error
  })
  return headers
}
