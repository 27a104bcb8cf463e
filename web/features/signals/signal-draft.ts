// A signal that is being written: its shape, its checks, its symbols, and where it outlives the page.
import { z } from 'zod'
import { NewSignal } from '#shared/contracts/signals.ts'
import { TICKERS_MAX } from '#shared/limits.ts'
import { normalTicker } from '#shared/rules/tickers.ts'
import { localStore } from '#web/lib/browser-storage.ts'

export const TOO_MANY_TICKERS = `A signal can have at most ${TICKERS_MAX} tickers`

const { draftId: _draftId, tickers: _tickers, ...FIELDS } = NewSignal.shape

/** What a signal is posted with, its tickers one by one, and the symbol in the ticker field that isn't added yet. */
export const SignalDraft = z
  .object({
    ...FIELDS,
    tickers: z.array(z.string()).max(TICKERS_MAX, TOO_MANY_TICKERS),
    typed: z.string(),
  })
  .required()
export type SignalDraft = z.output<typeof SignalDraft>

export const EMPTY_DRAFT: SignalDraft = {
  ...z.object(FIELDS).omit({ content: true }).parse({}),
  content: '',
  tickers: [],
  typed: '',
}

/** A stored draft may be half written, or from an older version of the page: a part that isn't valid is empty. */
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

const placeOf = (userId: string) => `signalpost-draft-${userId}`
const attemptOf = (userId: string) => `signalpost-attempt-${userId}`
const KeptAttempt = z.object({ id: z.uuid(), words: z.string() })

export function readDraft(userId: string): SignalDraft {
  return draftFrom(localStore.getJson(placeOf(userId)))
}

/** Whether the draft is now kept; false where the browser allows no storage. */
export function saveDraft(userId: string, draft: SignalDraft): boolean {
  if (isBlank(draft)) return !clearDraft(userId)
  return localStore.set(placeOf(userId), JSON.stringify(draft))
}

/**
 * The id under which these very words are posted, however often that is tried: whether an answer that never came was a
 * yes, nobody here can know. Undefined where the browser keeps or makes none.
 */
export function draftIdOf(userId: string, words: string): string | undefined {
  const before = KeptAttempt.safeParse(localStore.getJson(attemptOf(userId))).data
  if (before?.words === words) return before.id
  // Only secure pages (HTTPS or localhost) can make one.
  if (!('randomUUID' in crypto)) return undefined
  const id = crypto.randomUUID()
  return localStore.set(attemptOf(userId), JSON.stringify({ id, words })) ? id : undefined
}

export function clearDraft(userId: string): boolean {
  // Both, even if the first one fails.
  return [placeOf(userId), attemptOf(userId)].map(localStore.remove).every(Boolean)
}

/** Nothing a person would miss. */
const isBlank = ({ content, tickers, typed }: SignalDraft) =>
  !content.trim() && !typed.trim() && tickers.length === 0

/**
 * Adds what was typed or pasted, several symbols parted by commas or spaces, to the tickers there are; each counts
 * once. `rest` stays in the field: it starts with the symbol that `error` is about.
 */
export function addTickers(
  tickers: readonly string[],
  text: string,
): { tickers: string[]; rest: string; error?: string } {
  const words = text.split(/[\s,;]+/).filter(Boolean)
  const added = [...tickers]
  for (const [place, word] of words.entries()) {
    const symbol = normalTicker(word.replace(/^\$/, ''))
    const rest = words.slice(place).join(', ')
    if (symbol === null) return { tickers: added, rest, error: `"${word.slice(0, 40)}" isn’t a valid ticker` }
    if (added.includes(symbol)) continue
    if (added.length === TICKERS_MAX) return { tickers: added, rest, error: TOO_MANY_TICKERS }
    added.push(symbol)
  }
  return { tickers: added, rest: '' }
}
