// The draft of a signal: its schema, its storage in the browser, and adding tickers to it.
import { z } from 'zod'
import { Holds, NewDetails } from '#shared/contracts/signal-details.ts'
import { NewSignal, type RepliesFrom } from '#shared/contracts/signals.ts'
import { TICKERS_MAX } from '#shared/limits.ts'
import { detailsFault } from '#shared/rules/signal-details.ts'
import { normalTicker } from '#shared/rules/tickers.ts'
import { localStore } from '#web/lib/browser-storage.ts'
import { attemptKey, clearDraft, draftKey } from '#web/lib/personal-storage.ts'

const TOO_MANY_TICKERS = `A signal can have at most ${TICKERS_MAX} tickers`

const {
  draftId: _draftId,
  tickers: _tickers,
  details: _details,
  onlyCloses: _closes,
  ...FIELDS
} = NewSignal.shape

/** The text fields for details. Empty ones are left out. */
const TYPED_DETAILS = {
  holds: z.enum(['', ...Holds.options]),
  paid: z.enum(['', 'yes', 'no']),
  paidBy: z.string(),
  target: z.string(),
  stop: z.string(),
  confidence: z.string(),
}
const NO_DETAILS = {
  holds: '',
  paid: '',
  paidBy: '',
  target: '',
  stop: '',
  confidence: '',
} as const

/**
 * The fields of a new signal, with the tickers as a list. `typed` is the text in the ticker field that isn't
 * added yet. `does`: whether the trade only closes a position, or opens one. Answers are empty until they are given.
 */
export const SignalDraft = z
  .object({
    ...FIELDS,
    ...TYPED_DETAILS,
    tickers: z.array(z.string()).max(TICKERS_MAX, TOO_MANY_TICKERS),
    typed: z.string(),
    does: z.enum(['', 'close', 'open']),
  })
  .required()
  .superRefine((draft, context) => {
    for (const [field, message] of missingAnswers(draft))
      context.addIssue({ code: 'custom', message, path: [field] })
    const { success, data: details, error } = NewDetails.safeParse(detailsOf(draft))
    const fault = success ? detailsFault({ ...draft, details }) : null
    const faults = fault
      ? [fault]
      : (error?.issues ?? []).map(({ path, message }) => ({ field: path[0], message }))
    for (const { field, message } of faults)
      context.addIssue({ code: 'custom', message, path: [String(field)] })
  })
export type SignalDraft = z.output<typeof SignalDraft>

/** A sell says whether it closes a trade or opens a short. The disclosures are required for everything but comments. */
function missingAnswers({
  signalType,
  tickers,
  does,
  holds,
  paid,
}: {
  signalType: string
  tickers: readonly string[]
  does: string
  holds: string
  paid: string
}): [field: 'does' | 'holds' | 'paid', message: string][] {
  if (signalType === 'comment') return []
  return [
    ...(signalType === 'sell' && tickers.length > 0 && does === ''
      ? [['does', 'Choose what this sell does'] as ['does', string]]
      : []),
    ...(holds === '' ? [['holds', 'Answer whether you hold this'] as ['holds', string]] : []),
    ...(paid === '' ? [['paid', 'Answer whether you were paid'] as ['paid', string]] : []),
  ]
}

/** The details as they are posted. Comments have no disclosures. */
function detailsOf(draft: Pick<SignalDraft, keyof typeof TYPED_DETAILS | 'signalType'>) {
  const { holds, signalType } = draft
  const isComment = signalType === 'comment'
  const isPaid = !isComment && draft.paid === 'yes'
  const typed = (name: 'target' | 'stop' | 'confidence' | 'paidBy') => draft[name].trim() || undefined
  return {
    holds: isComment || holds === '' ? undefined : holds,
    promotion: isPaid ? 'paid' : undefined,
    paidBy: isPaid ? typed('paidBy') : undefined,
    target: typed('target'),
    stop: typed('stop'),
    confidence: typed('confidence'),
  } as const
}

/** Who may reply: a premium signal is for subscribers at most. */
export const repliesFromOf = ({
  isPremium,
  repliesFrom,
}: Pick<SignalDraft, 'isPremium' | 'repliesFrom'>): RepliesFrom =>
  isPremium && repliesFrom !== 'no_one' ? 'subscribers' : (repliesFrom ?? 'everyone')

/** The body that posts a draft, except its id. */
export function bodyOf(draft: SignalDraft) {
  const { content, signalType, intent, timeHorizon, isPremium, repliesFrom, tickers } = draft
  const details = detailsOf(draft)
  return {
    content,
    signalType,
    intent,
    timeHorizon,
    onlyCloses: signalType !== 'comment' && draft.does === 'close',
    isPremium,
    repliesFrom: repliesFromOf({ isPremium, repliesFrom }),
    tickers: tickers.length > 0 ? JSON.stringify(tickers) : null,
    ...(Object.values(details).some((value) => value !== undefined) && { details }),
  }
}

export const EMPTY_DRAFT: SignalDraft = {
  ...z.object(FIELDS).omit({ content: true }).parse({}),
  ...NO_DETAILS,
  content: '',
  repliesFrom: 'everyone',
  tickers: [],
  typed: '',
  does: '',
}

/** A stored draft may be incomplete or from an older version of the page, so invalid fields are empty. */
function draftFrom(stored: unknown): SignalDraft {
  const parts = z.record(z.string(), z.unknown()).catch({}).parse(stored)
  const valid = Object.entries<z.ZodType>({ ...SignalDraft.shape, content: z.string() }).flatMap(
    ([name, part]) => {
      const { success, data } = part.safeParse(parts[name])
      return success ? [[name, data] as const] : []
    },
  )
  return { ...EMPTY_DRAFT, ...Object.fromEntries(valid) }
}

const StoredAttempt = z.object({ id: z.uuid(), words: z.string() })

export function readDraft(userId: string): SignalDraft {
  return draftFrom(localStore.getJson(draftKey(userId)))
}

/** Returns whether the draft is saved; false if the browser allows no storage. */
export function saveDraft(userId: string, draft: SignalDraft): boolean {
  if (isBlank(draft)) return !clearDraft(userId)
  return localStore.set(draftKey(userId), JSON.stringify(draft))
}

/**
 * The id for posting exactly this content. It stays the same for every retry, because a response that got
 * lost may have been a success. Undefined if the browser can't store or create an id.
 */
export function draftIdOf(userId: string, content: string): string | undefined {
  const previous = StoredAttempt.safeParse(localStore.getJson(attemptKey(userId))).data
  if (previous?.words === content) return previous.id
  // Exists only on secure pages (HTTPS or localhost).
  if (!('randomUUID' in crypto)) return undefined
  const id = crypto.randomUUID()
  return localStore.set(attemptKey(userId), JSON.stringify({ id, words: content })) ? id : undefined
}

/** Whether the draft has nothing worth saving. */
const isBlank = ({ content, tickers, typed }: SignalDraft) =>
  !content.trim() && !typed.trim() && tickers.length === 0

/**
 * Adds symbols, separated by commas or spaces, to the tickers, without duplicates. `rest` is the text that
 * stays in the field; it starts with the symbol that `error` is about.
 */
export function addTickers(
  tickers: readonly string[],
  text: string,
): { tickers: string[]; rest: string; error?: string } {
  const words = text.split(/[\s,;]+/).filter(Boolean)
  const added = [...tickers]
  for (const [index, word] of words.entries()) {
    const symbol = normalTicker(word.replace(/^\$/, ''))
    const rest = words.slice(index).join(', ')
    if (symbol === null) return { tickers: added, rest, error: `"${word.slice(0, 40)}" isn’t a valid ticker` }
    if (added.includes(symbol)) continue
    if (added.length === TICKERS_MAX) return { tickers: added, rest, error: TOO_MANY_TICKERS }
    added.push(symbol)
  }
  return { tickers: added, rest: '' }
}
