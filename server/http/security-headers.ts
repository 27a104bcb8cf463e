// Security headers: they keep browsers from loading, framing or sending what the product doesn't use.
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

export type SecurityHeaderOptions = {
  /** Where pictures are uploaded to, if not to the product's own origin. */
  uploadOrigins: string[]
  isHttps: boolean
  /** Allows Stripe's hosts: card forms, 3-D Secure and fraud signals come from them. */
  paysAtStripe: boolean
}

/** Stripe's hosts are listed at https://docs.stripe.com/security/guide#content-security-policy */
export async function setSecurityHeaders(
  app: FastifyInstance,
  { uploadOrigins, isHttps, paysAtStripe }: SecurityHeaderOptions,
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
        // Dialogs and lists set measured sizes as inline styles.
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
