// The headers that keep a browser from running, framing or sending what the product never asked for.
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

export type OutsideOrigins = {
  /** Where pictures are PUT when that is not the product's own address. */
  uploadOrigins: string[]
  isHttps: boolean
  /** Card forms, 3-D Secure and fraud signals then come from Stripe's hosts. */
  paysAtStripe: boolean
}

/** Source of Stripe's hosts: https://docs.stripe.com/security/guide#content-security-policy */
export async function secureHeaders(
  app: FastifyInstance,
  { uploadOrigins, isHttps, paysAtStripe }: OutsideOrigins,
): Promise<void> {
  const stripe = (...hosts: string[]) => (paysAtStripe ? hosts.map((host) => `https://${host}`) : [])
  await app.register(helmet, {
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
}
