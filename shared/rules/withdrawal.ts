// Withdrawing from a subscription within 14 days: until when, and what is refunded. Money is integer US cents.
import { unusedPart } from './money.ts'

export const WITHDRAWAL_DAYS = 14
const DAY_MS = 86_400_000

/**
 * The last moment of the withdrawal period: the end of the 14th day after the contract began, in UTC
 * (Regulation 1182/71: the first day doesn't count).
 */
export function withdrawalEnd(startedAt: Date): Date {
  const day = Date.UTC(startedAt.getUTCFullYear(), startedAt.getUTCMonth(), startedAt.getUTCDate())
  return new Date(day + (WITHDRAWAL_DAYS + 1) * DAY_MS - 1)
}

/** The day may still be running where the person lives, 12 hours behind UTC at most. */
const LATEST_ZONE_MS = DAY_MS / 2
export const mayWithdraw = (startedAt: Date, now: Date): boolean =>
  now.getTime() <= withdrawalEnd(startedAt).getTime() + LATEST_ZONE_MS

type Paid = { amountInCents: number; refundedInCents: number; periodStart: Date; periodEnd: Date }

/**
 * What a withdrawal refunds of one payment, less what was refunded before. The used days are only kept if the payer
 * asked for immediate access; a started day counts as used.
 */
export function refundOnWithdrawal(
  { amountInCents, refundedInCents, ...period }: Paid,
  { at, keepsUsedDays }: { at: Date; keepsUsedDays: boolean },
): { refundInCents: number; usedDays: number; periodDays: number } {
  const { unusedDays, periodDays, partInCents } = unusedPart(amountInCents, { ...period, at })
  const due = keepsUsedDays ? partInCents : amountInCents
  return { refundInCents: Math.max(0, due - refundedInCents), usedDays: periodDays - unusedDays, periodDays }
}

/** "W-2026-00418". */
export const withdrawalNumber = (number: number, at: Date): string =>
  `W-${at.getUTCFullYear()}-${String(number).padStart(5, '0')}`
