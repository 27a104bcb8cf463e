// npm run admin -- payments, refund: lists people's payments, and refunds them.
import type { Deps } from '#server/deps.ts'
import { openStripe, stripeErrorKind, stripeErrorMessage } from '#server/adapters/stripe.ts'
import { accountByName } from '#server/features/auth/store.ts'
import { paymentsOf, refundPayment } from '#server/features/billing/lifecycle/refund.ts'
import { owedInCents } from '#server/features/billing/rules.ts'
import { claimStripeEnvironment } from '#server/features/billing/stripe-environment.ts'
import { openPaymentSandbox } from '#server/payment-sandbox.ts'
import { OperatorError } from '#server/log.ts'
import { price } from '#shared/rules/money.ts'
import { UsageError, USAGE } from './admin-usage.ts'

type Tools = Pick<Deps, 'db' | 'clock' | 'config' | 'log'> & {
  record: (on?: { userId?: string; target?: string }) => Promise<void>
}

/** `<username> [--json]`: all payments that the person made and received. */
export async function paymentsCommand(
  { db, record }: Tools,
  [username, ...options]: string[],
): Promise<void> {
  const isJson = options.includes('--json')
  if (!username || options.length > (isJson ? 1 : 0)) throw new UsageError(USAGE)
  const account = await accountByName(db, username)
  await record(account && { userId: account.id })
  const rows = await paymentsOf(db, username)
  if (isJson) return rows.forEach((row) => console.log(JSON.stringify(row)))
  if (rows.length === 0) console.log(`${username} has made no payments and received none`)
  for (const row of rows)
    console.log(
      `${row.stripeInvoiceId}  ${row.paidAt.toISOString()}  ${row.subscriber} → ${row.creator}  ` +
        `${price(row.amountInCents)}  refunded ${price(row.refundedInCents)}  ${row.disputeStatus ?? ''}`.trimEnd() +
        (row.refundFailedInCents > 0 ? `  refund failed: ${price(row.refundFailedInCents)}` : '') +
        (owedInCents(row) > 0 ? `  owed by ${row.creator}: ${price(owedInCents(row))}` : ''),
    )
}

/** `<invoice or charge> [--end]`: `--end` also ends the subscription. */
export async function refundCommand(tools: Tools, [payment, ...options]: string[]): Promise<void> {
  const andEnd = options.includes('--end')
  if (!payment || options.length > (andEnd ? 1 : 0)) throw new UsageError(USAGE)
  await tools.record({ target: payment })
  // The running server sends the sandbox's webhooks; this process only calls the API.
  const sandbox = await openPaymentSandbox(tools.config, await claimStripeEnvironment(tools), () => '', null)
  try {
    const stripe = openStripe(tools.config.payments, sandbox)
    const { refundedInCents, owedInCents: owed } = await refundPayment({ ...tools, stripe }, payment, {
      andEnd,
    })
    console.log(`${price(refundedInCents)} refunded${andEnd ? ', and the subscription has ended' : ''}`)
    if (owed > 0)
      console.log(`Stripe refused to take ${price(owed)} back from the creator. We try again every hour.`)
  } catch (error) {
    if (stripeErrorKind(error) === null) throw error
    const what =
      stripeErrorKind(error) === 'unsure'
        ? 'Run the command again; nothing is done twice.'
        : `Nothing was refunded${andEnd ? ', and the subscription has ended' : ''}.`
    throw new OperatorError(`Stripe answered: ${stripeErrorMessage(error)} ${what}`)
  } finally {
    await sandbox?.close()
  }
}
