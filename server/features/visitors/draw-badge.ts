// Draws the badge of a record, 320 × 96: label, lead with its range, the number of scored trades, and the day of the figures.
import type { z } from 'zod'
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
    surface: '#ffffff',
    line: '#e1e6e6',
    ink: '#0f1819',
    ink2: '#435153',
    gain: '#166b37',
    loss: '#b3252b',
  },
  dark: {
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

/** The same words for the picture and for those who can't see it. Without a rating there is no figure. */
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
      words: aheadText(figures),
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

export function drawBadge(record: Record, theme: BadgeTheme): Box {
  const color = THEMES[theme]
  const { label, day, lead, likely, after, trades } = badgeText(record)
  const figure = (one: { figure: string; words: string; isLoss: boolean }) =>
    box({ alignItems: 'baseline', gap: 4 }, [
      box(
        { fontSize: 19, fontWeight: 600, letterSpacing: -0.4, color: one.isLoss ? color.loss : color.gain },
        one.figure,
      ),
      box({ fontSize: 10, fontWeight: 600 }, one.words),
    ])
  return box(
    {
      boxSizing: 'border-box',
      width: '100%',
      height: '100%',
      flexDirection: 'column',
      justifyContent: 'space-between',
      padding: '9px 14px 8px',
      backgroundColor: color.surface,
      border: `1px solid ${color.line}`,
      borderRadius: 12,
      color: color.ink,
      fontFamily: FONTS,
      fontSize: 11,
      lineHeight: 1.2,
    },
    [
      box({ justifyContent: 'space-between', fontWeight: 600 }, [
        box({}, `@${record.username} · Signalpost`),
        box({ color: color.ink2, fontWeight: 400 }, day),
      ]),
      lead
        ? box({ alignItems: 'baseline', gap: 10 }, [figure(lead), after !== null && figure(after)])
        : box({ fontSize: 15, fontWeight: 600 }, label),
      box({ color: color.ink2 }, lead ? `${likely} · ${trades} · ${label}` : trades),
      box(
        { color: color.ink2, fontSize: 9 },
        lead ? 'Against the market, from signals. Price on $10,000.' : 'Rated from 20 scored trades on.',
      ),
    ],
  )
}
