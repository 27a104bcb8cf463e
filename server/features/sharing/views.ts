// Turns a person or a signal into a link's preview text and the card for its image (docs/spec-answers.md).
import { createHash } from 'node:crypto'
import type { LinkPreview } from '#server/http/head-tags.ts'
import type { PersonRow } from '#server/features/users/store.ts'
import { performanceOf } from '#server/features/users/views.ts'
import type { SignalRow } from '#server/features/signals/store.ts'
import { hiddenBecause } from '#server/features/signals/views.ts'
import type { Tone } from '#server/adapters/picture-parts.ts'
import { renderableText } from '#server/adapters/render-image.ts'
import type { PerformanceSummary } from '#shared/contracts/portfolio.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { hiddenText } from '#shared/rules/hidden-text.ts'
import { headerInitials, profileInitials } from '#shared/rules/people.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { directionOf } from '#shared/rules/percent.ts'
import { sourceLabel, type SourceLabel } from '#shared/rules/performance.ts'

/** Everything that the image shows. */
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
      performance: CardPerformance | null
    }
  | {
      kind: 'signal'
      username: string
      initials: string
      id: string
      badges: { text: string; tone: Tone }[]
      text: string
      /** The day it was posted. */
      posted: string
      disclaimer: string
    }
export type CardPerformance = {
  performance: string
  tone: Tone
  since: string
  label: SourceLabel
  /** Caveats that must be shown next to the return, the most serious first. */
  doubts: readonly string[]
}

export type SharedPage = { card: Card; preview: LinkPreview }

const DISCLAIMER = 'Not an investment recommendation. Investing involves risk of loss.'
const PAID_PROMOTION = 'Paid promotion'
const DESCRIPTION_MAX = 200
/** A shorter excerpt would be meaningless. */
const SHORT = 20

export function sharedPerson(row: PersonRow, summary: PerformanceSummary | null): SharedPage {
  const { username, bio } = row
  const name = renderableText(row.displayName ?? '') || username
  const performance = summary && cardPerformance(row, summary)
  const card: Card = {
    kind: 'person',
    name,
    username,
    initials: renderableText(profileInitials(row)) || 'U',
    id: row.id,
    isCreator: row.isCreator,
    bio: bio === null || renderableText(bio) === '' ? null : bio,
    performance,
  }
  const title = `${inOneLine(row.displayName ?? username)} (@${username}) · ${PRODUCT_NAME}`
  const record = performance && performanceText(performance)
  const about = bio ? inOneLine(bio) : `Signals of @${username}. Nobody can edit or delete a signal.`
  return {
    card,
    preview: {
      title,
      description:
        record === null
          ? shortened(about)
          : [record, shortened(about, DESCRIPTION_MAX - record.length)].join(' ').trim(),
      imagePath: versioned(`/share/profile/${username}.png`, card),
      imageAlt: [`${name}, @${username} on ${PRODUCT_NAME}.`, record].filter(Boolean).join(' '),
    },
  }
}

function cardPerformance(row: PersonRow, { since }: PerformanceSummary): CardPerformance {
  const shown = performanceOf(row)
  const { performance } = shown
  return {
    performance,
    tone: directionOf(performance),
    since: dayText(since),
    label: sourceLabel(shown),
    doubts: shown.performanceDoubts,
  }
}

/** "+18.4% (Self-reported, not verified) since Mar 3, 2025. Incomplete: 3 rows left out." */
const performanceText = ({ performance, label, since, doubts }: CardPerformance): string =>
  [`${performance} (${label.text}) since ${since}`, ...doubts].map((text) => `${text}.`).join(' ')

const TYPE_TONE = { buy: 'gain', sell: 'loss', comment: 'info' } as const

/** Only call this for signals that aren't locked: even the type of a locked one is for subscribers (spec answer 25). */
export function sharedSignal(row: SignalRow): SharedPage {
  const tickers = (JSON.parse(row.tickers ?? '[]') as string[]).map((ticker) => `$${ticker}`)
  const type = capitalized(row.signalType)
  const hidden = hiddenBecause(row)
  const hiddenAt = hidden === 'moderated' ? (row.hiddenAt ?? undefined) : undefined
  const shown = hidden ? hiddenText(hidden, hiddenAt) : row.content
  const isPaid = row.details?.promotion !== undefined
  const card: Card = {
    kind: 'signal',
    username: row.username,
    initials: headerInitials({ username: row.username }),
    id: row.userId,
    badges: [
      { text: type, tone: TYPE_TONE[row.signalType] },
      ...(isPaid ? [{ text: PAID_PROMOTION, tone: 'caution' as const }] : []),
      ...tickers.map((text) => ({ text, tone: 'flat' as const })),
      ...(row.intent ? [{ text: capitalized(row.intent), tone: 'flat' as const }] : []),
    ],
    text: shown,
    posted: dayText(utcDay(row.createdAt)),
    disclaimer: DISCLAIMER,
  }
  const call = [type, ...tickers.slice(0, 3)].join(' ')
  return {
    card,
    preview: {
      title: `${call} · @${row.username} on ${PRODUCT_NAME}`,
      description: [isPaid && `${PAID_PROMOTION}.`, shortened(inOneLine(shown)), DISCLAIMER]
        .filter(Boolean)
        .join(' '),
      imagePath: versioned(`/share/signal/${row.id}.png`, card),
      imageAlt: `${call}, posted by @${row.username} on ${PRODUCT_NAME} on ${card.posted}.`,
    },
  }
}

/** A hash of the image's content, so that caches request it again after a change. */
export const cardVersion = (card: Card): string =>
  createHash('sha256').update(JSON.stringify(card)).digest('base64url').slice(0, 12)

const versioned = (path: string, card: Card) => `${path}?v=${cardVersion(card)}`

/** "Adding Position" for "adding_position". */
const capitalized = (word: string) =>
  word.replaceAll('_', ' ').replace(/\b\w/g, (letter) => letter.toUpperCase())

// Also removes the characters that change the text's direction.
const inOneLine = (text: string) => text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069\s]+/gu, ' ').trim()

/** Empty if there is no room for some words. */
function shortened(text: string, max = DESCRIPTION_MAX): string {
  if (text.length <= max) return text
  return max < SHORT ? '' : `${text.slice(0, max - 1).replace(/\s+\S*$/, '')}…`
}
