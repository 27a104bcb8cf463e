// What a signal would count as if it were posted now.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { TICKERS_MAX } from '../limits.ts'
import { Day, Instant, Ticker } from '../wire.ts'
import { Ratio, UNSCORED_REASONS } from './outcomes.ts'
import { SignalType, TimeHorizon } from './signals.ts'

/** An empty parameter counts as missing. */
const orEmpty = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  z
    .string()
    .transform((typed) => typed || null)
    .pipe(schema.nullable())
    .default(null)

/** The author's position in a ticker, in the book that the signal would be in. */
const OpenTrade = z.object({
  /** 1: a buy, -1: a short. */
  side: z.literal([1, -1]),
  postedAt: Instant,
  /** Null before its first close. */
  return: Ratio.nullable(),
})

const PreviewPart = z.object({
  ticker: z.string(),
  /** 1: long, -1: short. */
  side: z.literal([1, -1]),
  /** Null if this ticker wouldn't be scored; `reason` says why. */
  does: z.enum(['opens', 'adds', 'closes']).nullable(),
  reason: z.enum(UNSCORED_REASONS).nullable(),
  /** The day of its entry or, if it closes a position, of that exit. Later if the share doesn't trade on it. */
  entersOn: Day.nullable(),
  /** The last day of the position, unless it is closed or extended before. */
  endsOn: Day.nullable(),
  /** It closes a position at the same close at which that position would begin, so neither is scored. */
  cancels: z.boolean(),
  open: OpenTrade.nullable(),
})
export type PreviewPart = z.output<typeof PreviewPart>

export const SignalPreview = z.object({
  /** Why nothing would be scored; null if anything is. */
  reason: z.enum(UNSCORED_REASONS).nullable(),
  parts: z.array(PreviewPart),
})
export type SignalPreview = z.output<typeof SignalPreview>

export const signalPreview = {
  preview: endpoint({
    method: 'GET',
    path: '/api/signals/preview',
    summary: 'What a signal by the viewer would count as if it was posted now, by the rule that scores',
    access: 'member',
    query: z.object({
      type: SignalType.default('buy'),
      /** Separated by commas. */
      tickers: z
        .string()
        .default('')
        .transform((list) => [...new Set(list.split(',').filter((one) => one.trim() !== ''))])
        .pipe(z.array(Ticker).max(TICKERS_MAX, `A signal can have at most ${TICKERS_MAX} tickers`)),
      horizon: orEmpty(TimeHorizon),
      only: orEmpty(z.literal('close', 'only must be close, or left out')),
      /** Premium signals have a record of their own, which no other signal closes or adds to. */
      premium: z.enum(['true', 'false'], 'premium must be true or false').default('false'),
    }),
    reply: SignalPreview,
  }),
}
