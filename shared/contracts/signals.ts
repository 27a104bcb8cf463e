// Signals: posting one, a person's list, and the feed.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { SIGNAL_CONTENT_MAX } from '../limits.ts'
import { Id, Instant, Paging, PostedTickers, readable, text, Ticker, Tickers } from '../wire.ts'
import { detailsFault } from '../rules/signal-details.ts'
import { ListedOutcome } from './outcomes.ts'
import { NewDetails, SignalDetails } from './signal-details.ts'
import { Author } from './users.ts'

export const SignalType = z.enum(['buy', 'sell', 'comment'], 'Signal type must be buy, sell or comment')
export const Intent = z.enum(
  ['bullish', 'bearish', 'taking_profits', 'adding_position', 'watching'],
  'Intent must be bullish, bearish, taking_profits, adding_position or watching',
)
export const TimeHorizon = z.enum(
  ['days', 'weeks', 'months', 'years'],
  'Time horizon must be days, weeks, months or years',
)

/** Who may reply to a signal. A premium one is only for subscribers. */
export const RepliesFrom = z.enum(
  ['everyone', 'followers', 'subscribers', 'no_one'],
  'repliesFrom must be everyone, followers, subscribers or no_one',
)
export type RepliesFrom = z.output<typeof RepliesFrom>

export const NewSignal = z
  .object({
    content: readable(
      text('Signal content is required')
        .trim()
        .min(1, 'Signal content is required')
        .max(SIGNAL_CONTENT_MAX, 'Signal content too long'),
      'Signal content',
      { hasLines: true },
    ),
    signalType: SignalType.default('buy'),
    tickers: PostedTickers,
    intent: Intent.nullable().default(null),
    timeHorizon: TimeHorizon.nullable().default(null),
    /** A sell that ends the author's buy and never opens a short, or a buy that only covers. */
    onlyCloses: z.boolean('onlyCloses must be true or false').default(false),
    isPremium: z.boolean('isPremium must be true or false').default(false),
    /** Never changes. Null: everyone, or subscribers if it is premium. */
    repliesFrom: RepliesFrom.nullable().default(null),
    details: NewDetails.nullable()
      .default(null)
      .transform((stated) =>
        stated && Object.values(stated).some((value) => value !== undefined) ? stated : null,
      ),
    /**
     * The id of the new signal. A client that missed the response retries with the same id, so that it is
     * posted only once.
     */
    draftId: Id.optional(),
  })
  .superRefine((signal, context) => {
    const fault = detailsFault(signal)
    if (fault) context.addIssue({ code: 'custom', message: fault.message, path: ['details', fault.field] })
    if (signal.isPremium && (signal.repliesFrom === 'everyone' || signal.repliesFrom === 'followers'))
      context.addIssue({
        code: 'custom',
        message: 'Only subscribers can reply to a premium signal',
        path: ['repliesFrom'],
      })
  })

/**
 * Why a text isn't shown: its author withdrew the signal, or an administrator removed it because of the law
 * or our rules, or a moderator hid it.
 */
export const HiddenBecause = z.enum(['withdrawn', 'law', 'rules', 'moderated'])
export type HiddenBecause = z.output<typeof HiddenBecause>

/** A signal as the viewer may see it. A locked one (spec answer 25) has only its author, its time and the lock. */
export const Signal = z.object({
  id: Id,
  userId: Id,
  createdAt: Instant,
  isPremium: z.boolean(),
  isLocked: z.boolean(),
  /** If missing, the text is shown to everybody who may read it. */
  hidden: HiddenBecause.optional(),
  /** When a moderator hid it; missing otherwise. */
  hiddenAt: Instant.optional(),
  content: z.string().optional(),
  /** Mentioned people whom the viewer may see: the name in the text in lower case, and the current username. */
  mentions: z.array(z.object({ name: z.string(), username: z.string() })).optional(),
  signalType: SignalType.optional(),
  tickers: Tickers.optional(),
  intent: Intent.nullable().optional(),
  timeHorizon: TimeHorizon.nullable().optional(),
  /** Missing unless the trade only closes a position. */
  onlyCloses: z.boolean().optional(),
  /** As posted; null for signals from before authors chose. */
  repliesFrom: RepliesFrom.nullable().optional(),
  /** Missing if the author stated nothing. */
  details: SignalDetails.optional(),
  /**
   * How it has done so far, in lists and for one signal; `/api/record/outcomes` has more. Missing for comments and
   * locked signals.
   */
  outcome: ListedOutcome.optional(),
  author: Author,
  /** How many comments it has; missing without any. */
  commentCount: z.int().optional(),
  /** How many people found it useful: for its author, and for others once its trades have ended. Missing without any. */
  usefulCount: z.int().optional(),
  /** Whether the viewer found it useful; missing otherwise. */
  isUseful: z.literal(true).optional(),
  /** Whether the viewer saved it; missing otherwise. */
  isSaved: z.literal(true).optional(),
  /** Whether the viewer reported it and the report isn't decided; missing otherwise. */
  isReported: z.literal(true).optional(),
})
export type Signal = z.output<typeof Signal>

/**
 * What an author states in a signal; each is a column of `signals`. Posting stores, the log commits to and an export
 * contains the fields of this list. Add a new field here.
 */
export const STATED_FIELDS = [
  'content',
  'signalType',
  'tickers',
  'intent',
  'timeHorizon',
  'onlyCloses',
  'isPremium',
  'repliesFrom',
  'details',
] as const satisfies readonly (keyof Signal & keyof z.output<typeof NewSignal>)[]
export type StatedField = (typeof STATED_FIELDS)[number]

export const FeedScope = z.enum(['following', 'everyone'], 'scope must be following or everyone')
export type FeedScope = z.output<typeof FeedScope>

export const signals = {
  feed: endpoint({
    method: 'GET',
    path: '/api/signals/feed',
    summary:
      'Newest signals of the viewer and the people they follow or subscribe to, or of everyone, or of everyone about a ticker',
    access: 'member',
    query: z.object({ ...Paging, scope: FeedScope.default('following'), ticker: Ticker.optional() }),
    reply: z.array(Signal),
  }),
  byUser: endpoint({
    method: 'GET',
    path: '/api/signals/user/:id',
    summary: "A person's signals, newest first; with a ticker, those about it that the viewer may read",
    access: 'member',
    params: z.object({ id: Id }),
    query: z.object({ ...Paging, ticker: Ticker.optional() }),
    reply: z.array(Signal),
  }),
  byId: endpoint({
    method: 'GET',
    path: '/api/signals/:id',
    summary: 'One signal, as the feed would show it',
    access: 'member',
    params: z.object({ id: Id }),
    reply: Signal,
  }),
  post: endpoint({
    method: 'POST',
    path: '/api/signals',
    summary: 'Posts a signal; it can never be edited or deleted',
    access: 'member',
    limit: 'posting',
    needsVerifiedEmail: true,
    forbiddenWhile: 'post',
    status: 201,
    body: NewSignal,
    reply: Signal.extend({
      /** False if no close of the ticker is known, so that target and stop were only compared with each other. */
      isComparedWithClose: z.boolean().optional(),
    }),
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/signals/:id/withdraw',
    summary: 'Hides the text of an own signal for good; it stays in lists, in the log and in the score',
    access: 'member',
    params: z.object({ id: Id }),
    reply: Signal,
  }),
}
