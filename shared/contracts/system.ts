// The server settings that the page needs, and health checks.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const SignupMode = z.enum(['waitlist', 'open', 'invite'])

export const Config = z.object({
  productName: z.string(),
  signupMode: SignupMode,
  passwordMinLength: z.int(),
  platformFeePercent: z.number(),
  creatorPlanPriceInCents: z.int(),
  payments: z.object({
    /** `sandbox`: test payments, no real money. */
    mode: z.enum(['stripe', 'sandbox']),
    publishableKey: z.string(),
    /** Where the browser confirms payments: the URL of Stripe's API, or of the sandbox. */
    apiBase: z.string(),
    /** Prices are before tax; missing while `STRIPE_TAX` is off. */
    isTaxed: z.literal(true).optional(),
  }),
  isDemo: z.boolean(),
})
export type Config = z.output<typeof Config>

export const system = {
  config: endpoint({
    method: 'GET',
    path: '/api/config',
    summary: 'The server settings that the page needs; no secrets',
    access: 'anyone',
    reply: Config,
  }),
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    summary: 'OK while the process runs',
    access: 'anyone',
    isProbe: true,
    reply: z.object({ status: z.literal('ok') }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/api/ready',
    summary: 'OK when the database responds and its tables are up to date',
    access: 'anyone',
    isProbe: true,
    reply: z.object({
      status: z.literal('ready'),
      /** Why the log of signals isn't signed at present. New signals wait to be logged. */
      logProblem: z.string().nullable(),
    }),
  }),
}
