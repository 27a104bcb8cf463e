// Emails the receipt of a payment, with the invoice's page at Stripe.
import type { Transaction } from 'kysely'
import type Stripe from 'stripe'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { type Bill, billFacts } from './email-state-changes.ts'
import { emailOnce } from './email-once.ts'

type Trx = Transaction<DB>

/** Payments older than this get no receipt. */
const NEWS_MS = 7 * 86_400_000

export type ReceiptFacts = {
  invoiceId: string
  amountInCents: number
  taxInCents: number
  paidAt: Date
  periodStart: Date
  periodEnd: Date
  number: string | null
  /** "Visa ending 4242"; null if it isn't known. */
  card: string | null
  invoiceUrl: string | null
}

/** The receipt's facts from an invoice. `charge`: the invoice's charge, if it was read. */
export function receiptOf(invoice: Stripe.Invoice, charge: Stripe.Charge | null): ReceiptFacts {
  const period = invoice.lines.data[0]?.period
  const card = charge?.payment_method_details?.card
  return {
    invoiceId: invoice.id ?? '',
    amountInCents: invoice.amount_paid,
    taxInCents: (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
    paidAt: new Date((invoice.status_transitions.paid_at ?? invoice.created) * 1000),
    periodStart: new Date((period?.start ?? invoice.period_start) * 1000),
    periodEnd: new Date((period?.end ?? invoice.period_end) * 1000),
    number: invoice.number,
    card: card ? `${brandName(card.brand)} ending ${card.last4}` : null,
    invoiceUrl: invoice.hosted_invoice_url ?? null,
  }
}

const brandName = (brand: string | null) =>
  brand === null
    ? 'Card'
    : brand === 'amex'
      ? 'American Express'
      : brand.charAt(0).toUpperCase() + brand.slice(1)

/** Queues one receipt for each invoice; none if its total is zero. */
export async function emailReceipt(
  trx: Trx,
  { clock }: Pick<Deps, 'clock'>,
  bill: Bill & { endsAt: Date | null },
  receipt: ReceiptFacts,
): Promise<void> {
  const { invoiceId, paidAt, periodStart, periodEnd, ...facts } = receipt
  if (facts.amountInCents === 0 || paidAt.getTime() < clock.now().getTime() - NEWS_MS) return
  await emailOnce(trx, clock, {
    userId: bill.payerId,
    name: 'paymentReceipt',
    cause: invoiceId,
    data: {
      ...(await billFacts(trx, bill)),
      ...facts,
      paidAt: paidAt.toISOString(),
      periodStart: periodStart.toISOString(),
      periodEnd: periodEnd.toISOString(),
      renewsAt: bill.endsAt === null ? periodEnd.toISOString() : null,
    },
  })
}

/** The receipt of a plan's latest invoice, if it is paid. Its card isn't read. */
export async function emailPlanReceipt(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, subscription: { latest_invoice: invoice } }: { id: string; subscription: Stripe.Subscription },
): Promise<void> {
  if (typeof invoice !== 'object' || invoice?.status !== 'paid') return
  await db.transaction().execute(async (trx) => {
    const plan = await trx.selectFrom('creatorPlans').selectAll().where('id', '=', id).executeTakeFirst()
    if (!plan) return
    const bill = { ...plan, kind: 'plan', payerId: plan.userId, creatorId: null } as const
    await emailReceipt(trx, { clock }, bill, receiptOf(invoice, null))
  })
}
