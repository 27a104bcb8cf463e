// npm run admin -- stripe-setup: creates at Stripe what the product needs, or changes what differs.
import { sql } from 'kysely'
import { openStripe } from '#server/adapters/stripe.ts'
import type { Deps } from '#server/deps.ts'
import {
  claimStripeEnvironment,
  refuseOtherEnvironment,
} from '#server/features/billing/stripe-environment.ts'
import {
  BY_HAND,
  partsOf,
  refuseSetUp,
  setUpStripe,
  type SetUpLine,
} from '#server/features/billing/stripe-setup/set-up-stripe.ts'
import { OperatorError } from '#server/log.ts'
import { openPaymentSandbox } from '#server/payment-sandbox.ts'
import { UsageError, USAGE } from './admin-usage.ts'

type Tools = Pick<Deps, 'db' | 'clock' | 'config' | 'log'> & {
  record: (on?: { target?: string }) => Promise<void>
  /** Instead of Stripe, for tests. */
  stripePort?: number
}

/** Stands in for a webhook secret that isn't known yet, because a server in production doesn't start without one. */
const UNKNOWN = 'whsec_unknown'

/** The settings for admin commands, which need no webhooks: `migrate` and this command are run before they exist. */
export function withoutWebhooks(
  given: Record<string, string | undefined>,
): Record<string, string | undefined> {
  if (!given['STRIPE_SECRET_KEY']) return given
  const names = ['STRIPE_WEBHOOK_SECRET', 'STRIPE_THIN_WEBHOOK_SECRET']
  const missing = names.filter((name) => !given[name])
  return { ...given, ...Object.fromEntries(missing.map((name) => [name, UNKNOWN])) }
}

/** `[--dry-run] [--json]`. */
export async function stripeSetupCommand(tools: Tools, words: string[]): Promise<void> {
  const isDryRun = words.includes('--dry-run')
  const isJson = words.includes('--json')
  if (words.length > Number(isDryRun) + Number(isJson)) throw new UsageError(USAGE)
  const { db, config, record } = tools
  refuseSetUp(config)
  await refuseOtherEnvironment(tools)
  // Two runs at once could create two webhooks. The lock ends with this command's only connection.
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${SETUP_LOCK}) as got`.execute(db)
  if (!rows[0]?.got) throw new OperatorError('Another stripe-setup is running. Wait for it to end.')
  await record(isDryRun ? { target: 'dry run' } : {})
  const payments = { ...config.payments }
  if (payments.webhookSecret === UNKNOWN) payments.webhookSecret = undefined
  if (payments.thinWebhookSecret === UNKNOWN) payments.thinWebhookSecret = undefined
  const file = payments.mode === 'sandbox' ? await claimStripeEnvironment(tools) : null
  const sandbox = await openPaymentSandbox(config, file, () => config.publicUrl ?? '', null)
  const port = tools.stripePort ?? sandbox?.port
  const stripe = openStripe(payments, port === undefined ? null : { port })
  const lines: SetUpLine[] = []
  try {
    await setUpStripe(partsOf(stripe, { ...config, payments }), { isDryRun }, (line) => {
      lines.push(line)
      if (!isJson) printLine(line)
    })
    if (!isJson) printEnd(lines, { isDryRun, isSandbox: payments.mode === 'sandbox' })
  } finally {
    // Also printed after a failure, because a secret is shown only once.
    if (isJson) console.log(JSON.stringify({ isDryRun, lines, byHand: BY_HAND }))
    await sandbox?.close()
  }
}

/** Arbitrary. */
const SETUP_LOCK = 7_446_258
const MARKS = { fine: 'ok     ', done: 'changed', would: 'differs', by_hand: 'by hand' }

function printLine({ part, state, says, change, secret }: SetUpLine): void {
  console.log(`${MARKS[state]}  ${part.padEnd(15)}  ${says}`)
  if (change !== null) console.log(`${' '.repeat(26)}→ ${change}`)
  if (secret) {
    console.log(
      `${' '.repeat(26)}→ Put this line into the server’s settings and restart it. It isn’t shown again:`,
    )
    console.log(`${secret.setting}=${secret.secret}`)
  }
}

function printEnd(
  lines: SetUpLine[],
  { isDryRun, isSandbox }: { isDryRun: boolean; isSandbox: boolean },
): void {
  const count = lines.filter(({ state }) => state === 'done' || state === 'would').length
  const sum =
    count === 0
      ? 'Nothing differs.'
      : isDryRun
        ? `${count} would change. Nothing was changed.`
        : `${count} changed.`
  console.log(`\n${sum}`)
  if (isSandbox)
    return console.log('This is the payment sandbox: it sends its webhooks to this server by itself.')
  console.log('\nStripe’s API doesn’t know these. Check them by hand:')
  for (const line of BY_HAND) console.log(`- ${line}`)
}
