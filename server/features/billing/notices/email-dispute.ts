// Emails a creator that a payment of a subscriber is disputed, and how that ended.
import type { Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { costsAccess } from '../rules.ts'
import { emailOnce } from './email-once.ts'

type Trx = Transaction<DB>

type Disputed = {
  stripeInvoiceId: string
  amountInCents: number
  feeInCents: number
  paidAt: Date
  disputeStatus: string | null
}

/**
 * An inquiry isn't a dispute, because it takes no money back. If a dispute was decided before we learned of it, only
 * the email about its end is sent.
 */
export async function emailDispute(
  trx: Trx,
  { clock }: Pick<Deps, 'clock'>,
  creatorId: string,
  payment: Disputed,
): Promise<void> {
  const { stripeInvoiceId, amountInCents, feeInCents, paidAt, disputeStatus } = payment
  if (disputeStatus === null) return
  const isDecided = disputeStatus === 'won' || disputeStatus === 'lost'
  if (!isDecided && !costsAccess(disputeStatus)) return
  const data = {
    amountInCents,
    shareInCents: amountInCents - feeInCents,
    paidAt: paidAt.toISOString(),
  }
  const about = { userId: creatorId, cause: stripeInvoiceId }
  if (isDecided)
    await emailOnce(trx, clock, {
      ...about,
      name: 'disputeClosed',
      data: { ...data, isWon: disputeStatus === 'won' },
    })
  else await emailOnce(trx, clock, { ...about, name: 'disputeOpened', data })
}
