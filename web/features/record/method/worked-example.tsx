// One signal, day by day, with a dividend and a split.
import { dayText } from '#shared/rules/dates.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { differenceText } from '#shared/rules/market-text.ts'
import { Card } from '#web/ui/card.tsx'
import { Table } from '#web/ui/table.tsx'
import { priceText } from '../outcome-text.ts'

/**
 * A buy of a made-up share with the horizon "days", five minutes before a close. Prices in US dollars, growth
 * with 8 decimals. test/features/record/score/worked-example.test.ts calculates the figures with the server's
 * code.
 */
export const EXAMPLE = {
  postedAt: '2026-03-02T20:55:00.000Z',
  horizon: 'days',
  entryDay: '2026-03-03',
  entryClose: '100.00',
  entryIndex: '600.00',
  days: [
    { day: '2026-03-04', close: '102.00', dividend: '0', ratio: '1', growth: '1.02000000', index: '603.00' },
    {
      day: '2026-03-05',
      close: '101.00',
      dividend: '0.50',
      ratio: '1',
      growth: '0.99509804',
      index: '601.50',
    },
    { day: '2026-03-06', close: '51.00', dividend: '0', ratio: '2', growth: '1.00990099', index: '604.50' },
    { day: '2026-03-09', close: '52.50', dividend: '0', ratio: '1', growth: '1.02941176', index: '606.00' },
    { day: '2026-03-10', close: '53.55', dividend: '0', ratio: '1', growth: '1.02000000', index: '609.00' },
  ],
  exitReason: 'horizon',
  return: '0.07630198',
  benchmark: '0.01500000',
  excess: '0.06130198',
} as const

const EVENTS: Partial<Record<string, string>> = {
  '2026-03-05': '$0.50 dividend',
  '2026-03-06': '2 for 1 split',
}

export function WorkedExample() {
  const { entryDay, entryClose, entryIndex, days } = EXAMPLE
  return (
    <Card as="section" aria-label="A worked example" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-title font-strong">A worked example</h2>
      <p className="text-pretty text-ink-2">
        A buy with the horizon “days”, posted on Monday, Mar 2, 2026, at 3:55 PM New York. That’s less than 10
        minutes before the close, so it enters at Tuesday’s. The share is made up; it pays a dividend and
        splits.
      </p>
      <Table
        caption="A worked example, day by day"
        heads={['Day', 'Close', 'Growth', 'SPY']}
        rows={[
          {
            key: entryDay,
            cells: [
              <Day key="day" day={entryDay} note="Entry" />,
              priceText(entryClose),
              '',
              priceText(entryIndex),
            ],
          },
          ...days.map(({ day, close, growth, index }) => ({
            key: day,
            cells: [
              <Day key="day" day={day} note={EVENTS[day]} />,
              priceText(close),
              growth,
              priceText(index),
            ],
          })),
        ]}
      />
      <p className="text-pretty">
        On Mar 5: (101.00 + 0.50) × 1 ÷ 102.00 = 0.99509804. On Mar 6: 51.00 × 2 ÷ 101.00 = 1.00990099. All
        five multiplied, minus 1:{' '}
        <strong className="font-strong whitespace-nowrap">{percentOf(EXAMPLE.return)}</strong>. SPY made 609 ÷
        600 − 1 = <span className="whitespace-nowrap">{percentOf(EXAMPLE.benchmark)}</span>, so the signal is{' '}
        <strong className="font-strong">{differenceText(EXAMPLE.return, EXAMPLE.benchmark)}</strong>. It
        closes by itself after five exchange days.
      </p>
    </Card>
  )
}

const Day = ({ day, note }: { day: string; note: string | undefined }) => (
  <span className="grid">
    {dayText(day)}
    {note !== undefined && <span className="text-small text-ink-3">{note}</span>}
  </span>
)
