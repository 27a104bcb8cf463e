// npm run admin -- payments, refund: lists people's payments, and refunds them.
import type { Deps } from '#server/deps.ts'
import { openStripe, stripeErrorKind, stripeErrorMessage } from '#server/adapters/stripe.ts'
import { accountByName } from '#server/features/auth/store.ts'
import { paymentsOf, refundPayment } from '#server/features/billing/lifecycle/refund.ts'
import { owedInCents } from '#server/features/billing/rules.ts'
import { claimStripeEnvironment } from '#server/features/billing/stripe-environment.ts'
import { openPaymentSandbox } from '#server/payment-sandbox.ts'
import { OperatorError } from '#server/log.ts'
import { ActReason } from '#shared/contracts/admin.ts'
import { price } from '#shared/rules/money.ts'
import { UsageError, USAGE } from './admin-usage.ts'
import { parsed, print, type RecordCommand } from './admin-words.ts'

type Tools = Pick<Deps, 'db' | 'clock' | 'config' | 'log'> & { record: RecordCommand }

/** `[<username>] [--json]`: the payments that the person made and received, or everybody's; newest first. */
export async function paymentsCommand({ db, record }: Tools, words: string[]): Promise<void> {
  const { values, positionals } = parsed(words, [])
  const [username, ...more] = positionals
  if (more.length > 0) throw new UsageError(USAGE)
  const account = username === undefined ? undefined : await accountByName(db, username)
  await record(account && { userId: account.id })
  const rows = await paymentsOf(db, username)
  if (rows.length === 0 && !values.json)
    console.log(username === undefined ? 'No payments' : `${username} has made no payments and received none`)
  for (const row of rows)
    print(
      values,
      row,
      `${row.stripeInvoiceId}  ${row.paidAt.toISOString()}  ${row.subscriber} → ${row.creator}  ` +
        `${price(row.amountInCents)}  refunded ${price(row.refundedInCents)}  ${row.disputeStatus ?? ''}`.trimEnd() +
        (row.refundFailedInCents > 0 ? `  refund failed: ${price(row.refundFailedInCents)}` : '') +
        (owedInCents(row) > 0 ? `  owed by ${row.creator}: ${price(owedInCents(row))}` : ''),
    )
}

/** `<invoice or charge> --reason <text> [--end] [--json]`: `--end` also ends the subscription. */
export async function refundCommand(tools: Tools, words: string[]): Promise<void> {
  const { values, positionals } = parsed(words, ['reason', 'end'])
  const [payment, ...more] = positionals
  const reason = ActReason.safeParse(values.reason)
  if (!payment || more.length > 0 || !reason.success) throw new UsageError(USAGE)
  const andEnd = values.end ?? false
  await tools.record({ target: payment, reason: reason.data })
  // The running server sends the sandbox's webhooks; this process only calls the API.
  const sandbox = await openPaymentSandbox(tools.config, await claimStripeEnvironment(tools), () => '', null)
  try {
    const stripe = openStripe(tools.config.payments, sandbox)
    const { refundedInCents, owedInCents: owed } = await refundPayment({ ...tools, stripe }, payment, {
      andEnd,
    })
    const owedNote = `Stripe refused to take ${price(owed)} back from the creator. We try again every hour.`
    print(
      values,
      { payment, refundedInCents, owedInCents: owed, isEnded: andEnd },
      `${price(refundedInCents)} refunded${andEnd ? ', and the subscription has ended' : ''}${owed > 0 ? `\n${owedNote}` : ''}`,
    )
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
