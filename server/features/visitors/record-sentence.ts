// A record in one sentence, for feeds, embeds and descriptions of links.
import type { z } from 'zod'
import type { rankings } from '#shared/contracts/rankings.ts'
import { labelText } from '#shared/rules/rating-label.ts'
import { leadText } from '#shared/rules/rating-text.ts'
import { badgeText } from './draw-badge.ts'

type Record = z.output<(typeof rankings)['person']['reply']>

/**
 * "Likely skill: +11.5% a year ahead of the market, likely +7% to +16%. 60 scored trades.", without a figure before the
 * record is rated.
 */
export function recordSentence(record: Record): string {
  const { open: rating } = record.books
  const figures = rating?.isRated ? rating.figures : null
  return `${labelText(rating)}${figures ? `: ${leadText(figures)}` : ''}. ${badgeText(record).trades}.`
}
