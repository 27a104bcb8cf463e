// The headers that keep a browser from running, framing or sending what the product never asked for.
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** `uploadOrigins`: where pictures are PUT when that is not the product's own address. */
export async function secureHeaders(
  app: FastifyInstance,
  uploadOrigins: string[],
  isHttps: boolean,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        scriptSrc: ["'self'"],
        // Dialogs and lists set their measured sizes as styles on the page.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", ...uploadOrigins],
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  })
}
