// Draws the badge of a record, 320 × 96: label, lead with its range, the number of scored trades, and the day of the
// figures.
import type { z } from 'zod'
import { logoPicture } from '#server/adapters/logo-picture.ts'
import { box, type Box, FONTS } from '#server/adapters/render-image.ts'
import type { rankings } from '#shared/contracts/rankings.ts'
import { dayText } from '#shared/rules/dates.ts'
import { afterPrice, costOf, DEFAULT_CAPITAL_IN_CENTS } from '#shared/rules/follower-cost.ts'
import { price } from '#shared/rules/money.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { labelText } from '#shared/rules/rating-label.ts'
import { aheadText, leadFigure, likelyText } from '#shared/rules/rating-text.ts'

export const BADGE = { width: 320, height: 96 }

/** From web/theme.css. */
const THEMES = {
  light: {
    brand: '#0a5a63',
    surface: '#ffffff',
    line: '#e1e6e6',
    ink: '#0f1819',
    ink2: '#435153',
    gain: '#166b37',
    loss: '#b3252b',
  },
  dark: {
    brand: '#11727b',
    surface: '#12191a',
    line: '#243032',
    ink: '#ecf2f2',
    ink2: '#b1bebf',
    gain: '#62cb8c',
    loss: '#f8918b',
  },
}
export type BadgeTheme = keyof typeof THEMES

type Record = z.output<(typeof rankings)['person']['reply']>

/** The texts of the badge, for the picture and its alternative text. Without a rating there is no figure. */
export function badgeText(record: Record) {
  const { open: rating } = record.books
  const figures = rating?.isRated ? rating.figures : null
  const after =
    figures && record.priceInCents !== null
      ? afterPrice(figures, costOf(figures, record.priceInCents, DEFAULT_CAPITAL_IN_CENTS)).mean
      : null
  const trades = rating?.trades ?? 0
  return {
    label: labelText(rating),
    day: rating ? dayText(rating.asOf) : '',
    lead: figures && {
      figure: leadFigure(figures),
      // The last line names the market.
      words: aheadText(figures).replace(/( of)? the market/, ''),
      isLoss: Number(figures.mean) < 0,
    },
    likely: figures && likelyText(figures).replace('likely', 'Likely'),
    after:
      after === null
        ? null
        : {
            figure: percentOf(after),
            words: `after ${price(record.priceInCents ?? 0)}/mo`,
            isLoss: after < 0,
          },
    trades: `${formatCount(trades)} scored ${trades === 1 ? 'trade' : 'trades'}`,
  }
}

/** The width inside the borders and the padding, in pixels. */
const INNER = BADGE.width - 2 * 16
/** The mean width of a character, as a share of the font size (measured). */
const CHARACTER = 0.51
const BOLD = 0.54

/** The font size in pixels with which a text fits into a line, at most `max`. */
const fitting = (text: string, max: number, width = INNER, character = CHARACTER) =>
  Math.min(max, Math.floor((width / (character * text.length)) * 10) / 10)

export function drawBadge(record: Record, theme: BadgeTheme): Box {
  const color = THEMES[theme]
  const { label, day, lead, likely, after, trades } = badgeText(record)
  const figures = [lead, after].filter((one) => one !== null)
  // The words have 0.6 times the font size of the figures.
  const size = fitting(
    figures.map((one) => one.figure + ' '.repeat(Math.ceil(one.words.length * 0.6) + 1)).join(''),
    20,
    INNER,
    BOLD,
  )
  const facts = lead ? `${likely} · ${trades} · ${label}` : trades
  const footer = !lead
    ? 'Rated after 20 scored trades.'
    : `Against the market, from signals.${after ? ' Price on $10,000.' : ''}`
  return box(
    {
      boxSizing: 'border-box',
      width: '100%',
      height: '100%',
      flexDirection: 'column',
      justifyContent: 'space-between',
      padding: '10px 15px 8px',
      backgroundColor: color.surface,
      border: `1px solid ${color.line}`,
      borderRadius: 12,
      color: color.ink,
      fontFamily: FONTS,
      fontSize: 12,
      lineHeight: 1.2,
    },
    [
      box({ alignItems: 'center', gap: 6 }, [
        logoPicture(16, color.brand),
        box(
          { flex: 1, fontWeight: 600, fontSize: fitting(`@${record.username}`, 12, 180, 0.6) },
          `@${record.username}`,
        ),
        box({ color: color.ink2, fontSize: 11, whiteSpace: 'nowrap' }, day),
      ]),
      lead
        ? box(
            { alignItems: 'baseline', gap: 10 },
            figures.map((one) =>
              box({ alignItems: 'baseline', gap: 4 }, [
                box(
                  {
                    fontSize: size,
                    fontWeight: 600,
                    letterSpacing: -0.02 * size,
                    color: one.isLoss ? color.loss : color.gain,
                  },
                  one.figure,
                ),
                box({ fontSize: size * 0.6, fontWeight: 600 }, one.words),
              ]),
            ),
          )
        : box({ fontSize: fitting(label, 15, INNER, BOLD), fontWeight: 600 }, label),
      box({ color: color.ink2, fontSize: fitting(facts, 12), whiteSpace: 'nowrap' }, facts),
      box({ color: color.ink2, fontSize: 10 }, footer),
    ],
  )
}
