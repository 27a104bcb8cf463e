// What a stranger may know of a person or a signal, as the words and the picture of a link (docs/spec-answers.md).
import { createHash } from 'node:crypto'
import type { Preview } from '#server/http/page-head.ts'
import type { PersonRow } from '#server/features/users/store.ts'
import { performanceOf } from '#server/features/users/views.ts'
import type { SignalRow } from '#server/features/signals/store.ts'
import { drawable } from '#server/adapters/render-image.ts'
import type { PerformanceSummary } from '#shared/contracts/portfolio.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { headerInitials, profileInitials } from '#shared/rules/people.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { directionOf } from '#shared/rules/percent.ts'
import { returnCaveats, sourceLabel, type SourceLabel } from '#shared/rules/performance.ts'
import type { Tone } from './draw-card.ts'

/** What is drawn; nothing else of a row ever reaches the picture. */
export type Card =
  | { kind: 'product' }
  | {
      kind: 'person'
      name: string
      username: string
      initials: string
      id: string
      isCreator: boolean
      bio: string | null
      figures: Figures | null
    }
  | {
      kind: 'signal'
      username: string
      initials: string
      id: string
      badges: { words: string; tone: Tone }[]
      text: string
      posted: string
      disclaimer: string
    }
export type Figures = {
  performance: string
  tone: Tone
  since: string
  label: SourceLabel
  /** Null unless it disagrees with the performance. */
  /** What else has to stand there; often empty. */
  beside: string
}

export type Shared = { card: Card; preview: Preview }

const DISCLAIMER = 'Not an investment recommendation. Investing involves risk of loss.'
const DESCRIPTION_MAX = 200

export function sharedPerson(row: PersonRow, picture: PerformanceSummary | null): Shared {
  const { username, bio } = row
  const name = drawable(row.displayName ?? '') || username
  const figures = picture && figuresOf(row, picture)
  const card: Card = {
    kind: 'person',
    name,
    username,
    initials: drawable(profileInitials(row)) || 'U',
    id: row.id,
    isCreator: row.isCreator,
    bio: bio === null || drawable(bio) === '' ? null : bio,
    figures,
  }
  const title = `${inOneLine(row.displayName ?? username)} (@${username}) · ${PRODUCT_NAME}`
  const record = figures && inWords(figures)
  const words = bio ? inOneLine(bio) : `Signals of @${username}. Nobody can edit or delete a signal.`
  return {
    card,
    preview: {
      title,
      description: shortened([record, words].filter(Boolean).join(' ')),
      picture: versioned(`/share/profile/${username}.png`, card),
      pictureSays: [`${name}, @${username} on ${PRODUCT_NAME}.`, record].filter(Boolean).join(' '),
    },
  }
}

function figuresOf(row: PersonRow, { since }: PerformanceSummary): Figures {
  const found = performanceOf(row)
  const { performance } = found
  return {
    performance,
    tone: directionOf(performance),
    since: dayText(since),
    label: sourceLabel(found),
    beside: returnCaveats(found),
  }
}

/** "+18.4% (Self-reported, not verified) since Mar 3, 2025." */
function inWords({ performance, label, since, beside }: Figures): string {
  const other = beside === '' ? '' : `, ${beside}`
  return `${performance} (${label.text}) since ${since}${other}.`
}

const TYPE_TONE = { buy: 'gain', sell: 'loss', comment: 'info' } as const

/** Only for a signal that is not premium: of a locked one even its type is for subscribers (answer 25). */
export function sharedSignal(row: SignalRow): Shared {
  const tickers = (JSON.parse(row.tickers ?? '[]') as string[]).map((ticker) => `$${ticker}`)
  const type = capitalised(row.signalType)
  const card: Card = {
    kind: 'signal',
    username: row.username,
    initials: headerInitials({ username: row.username }),
    id: row.userId,
    badges: [
      { words: type, tone: TYPE_TONE[row.signalType] },
      ...tickers.map((words) => ({ words, tone: 'flat' as const })),
      ...(row.intent ? [{ words: capitalised(row.intent), tone: 'flat' as const }] : []),
    ],
    text: row.content,
    posted: dayText(utcDay(row.createdAt)),
    disclaimer: DISCLAIMER,
  }
  const call = [type, ...tickers.slice(0, 3)].join(' ')
  return {
    card,
    preview: {
      title: `${call} · @${row.username} on ${PRODUCT_NAME}`,
      description: `${shortened(inOneLine(row.content))} ${DISCLAIMER}`,
      picture: versioned(`/share/signal/${row.id}.png`, card),
      pictureSays: `${call}, posted by @${row.username} on ${PRODUCT_NAME} on ${card.posted}.`,
    },
  }
}

/** Names what is on the picture, so that what others keep of it is asked for anew once it changes. */
export const versionOf = (card: Card): string =>
  createHash('sha256').update(JSON.stringify(card)).digest('base64url').slice(0, 12)

const versioned = (path: string, card: Card) => `${path}?v=${versionOf(card)}`

/** "Adding Position" for "adding_position". */
const capitalised = (word: string) =>
  word.replaceAll('_', ' ').replace(/\b\w/g, (letter) => letter.toUpperCase())

// Also without the marks that turn the direction of what stands beside them.
const inOneLine = (text: string) => text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069\s]+/gu, ' ').trim()

function shortened(text: string): string {
  if (text.length <= DESCRIPTION_MAX) return text
  return `${text.slice(0, DESCRIPTION_MAX - 1).replace(/\s+\S*$/, '')}…`
}
