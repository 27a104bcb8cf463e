// Security headers, which keep browsers from loading, framing or sending anything that the product doesn't use.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

export type SecurityHeaderOptions = {
  /** Where pictures are uploaded, if not to the product's own origin. */
  uploadOrigins: string[]
  isHttps: boolean
  /** Allows Stripe's hosts on pages with a card form: the form, 3-D Secure and fraud signals come from them. */
  allowsStripe: boolean
}

/** Sends the same headers with every reply. */
export function setSecurityHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
}

/**
 * These only take effect on documents. On other files, such as each of a page's scripts, they would waste half a
 * kilobyte.
 */
export const DOCUMENT_HEADERS = ['permissions-policy', 'content-security-policy-report-only']

/**
 * Browser features that no page uses. Browsers log a warning for unknown features, so the list only has widely known
 * ones.
 */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'picture-in-picture',
  'screen-wake-lock',
  'sync-xhr',
  'usb',
  'xr-spatial-tracking',
]

/** Passkeys are for our own pages. Stripe's card form may offer the browser's wallets. */
function permissionsPolicy(allowsStripe: boolean): string {
  const payment = allowsStripe ? '(self "https://js.stripe.com")' : '()'
  return [
    ...UNUSED_FEATURES.map((feature) => `${feature}=()`),
    `payment=${payment}`,
    'publickey-credentials-create=(self)',
    'publickey-credentials-get=(self)',
  ].join(', ')
}

/** Built once. Stripe's hosts are listed at https://docs.stripe.com/security/guide#content-security-policy */
export function securityHeaders({
  uploadOrigins,
  isHttps,
  allowsStripe,
}: SecurityHeaderOptions): Record<string, string> {
  const stripe = (...hosts: string[]) => (allowsStripe ? hosts.map((host) => `https://${host}`) : [])
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
  const headers: Record<string, string> = {
    'permissions-policy': permissionsPolicy(allowsStripe),
    // Only reported, because Stripe.js hasn't been tried under it (docs/decisions/0048).
    'content-security-policy-report-only': "require-trusted-types-for 'script'; trusted-types default",
  }
  const recorder = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => {},
  }
  middleware({} as IncomingMessage, recorder as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error
  })
  return headers
}
