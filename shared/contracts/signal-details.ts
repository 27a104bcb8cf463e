// Optional statements with a trade: holding, paid promotion, target, stop and confidence. Text, exactly as in
// the log's commitment.
import { z } from 'zod'
import { PAID_BY_MAX } from '../limits.ts'
import { readable, text } from '../wire.ts'

/** `unsaid`: the author preferred not to answer. */
export const Holds = z.enum(['yes', 'no', 'unsaid'], 'holds must be yes, no or unsaid')

/** In US dollars, above zero, with at most 4 decimals. */
const price = (name: string) => {
  const message = `${name} must be a price above zero, with at most 4 decimals`
  return z
    .string(message)
    .trim()
    .regex(/^(0|[1-9]\d{0,6})(\.\d{1,4})?$/, message)
    .refine((value) => Number(value) > 0, message)
}

/** The details of a new signal. `detailsFault` (shared/rules) has the rules between fields. */
export const NewDetails = z.object({
  /** Whether the author states that they hold the share. */
  holds: Holds.optional(),
  promotion: z.literal('paid', 'promotion must be paid, or left out').optional(),
  paidBy: readable(
    text('Paid by must be text')
      .trim()
      .min(1, 'Paid by is empty')
      .max(PAID_BY_MAX, `Paid by can have at most ${PAID_BY_MAX} characters`),
    'Paid by',
  ).optional(),
  target: price('Target').optional(),
  stop: price('Stop').optional(),
  /** In percent: how sure the author is that the position will be ahead of SPY at its exit. */
  confidence: z
    .string('Confidence must be a whole number from 50 to 99')
    .trim()
    .regex(/^[5-9]\d$/, 'Confidence must be a whole number from 50 to 99')
    .optional(),
})

/** As posted. Without `paidBy` if the signal was withdrawn, and missing if its text was removed. */
export const SignalDetails = z.object({
  holds: Holds.optional(),
  promotion: z.literal('paid').optional(),
  paidBy: z.string().optional(),
  target: z.string().optional(),
  stop: z.string().optional(),
  confidence: z.string().optional(),
})
export type SignalDetails = z.output<typeof SignalDetails>
