// "How this is calculated": the rule in words, the facts of each ticker, and every day with its prices.
import { useState } from 'react'
import { Copy, Download } from 'lucide-react'
import type { SignalScore } from '#shared/contracts/scores.ts'
import { dayText } from '#shared/rules/dates.ts'
import { newYorkTime } from '#web/lib/money-and-dates.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { PriceBreakdown, type Fact } from '#web/ui/facts.tsx'
import { Table } from '#web/ui/table.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { finalValueText, restatedText } from './corrections-text.ts'
import { daysText, priceText, reasonText } from './outcome-text.ts'
import { saveFile } from './record-files.ts'
import { positionCsv, type ScorePart } from './score-marks.ts'

export function HowCalculated({ score }: { score: SignalScore }) {
  return (
    <Card as="section" aria-label="How this is calculated" className="py-2! md:py-3!">
      <Disclosure label="How this is calculated">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 pb-4">
          <p className="text-label text-pretty text-ink-2">
            Entry is the first official close at least 10 minutes after the post. Each day’s growth is (close
            + dividend) × split ratio ÷ the close before. The return is the product of all days minus 1, or
            its opposite for a short. SPY is calculated the same way over the same days, and “ahead” is the
            difference, for a short from SPY sold short. No price comes from the author.{' '}
            <TextLink href={paths.method}>Method {score.method}, in full</TextLink>
          </p>
          <PriceBreakdown items={factsOf(score)} />
          {score.parts.map((part) => (
            <Part key={part.ticker} part={part} />
          ))}
        </div>
      </Disclosure>
    </Card>
  )
}

function factsOf({ postedAt, entersOn, endsOn, status, sample }: SignalScore): Fact[] {
  return [
    { label: 'Posted', value: newYorkTime(postedAt) },
    ...(status === 'pending' && entersOn !== null
      ? [{ label: 'Entry', value: `Close of ${dayText(entersOn)}` }]
      : []),
    ...(status === 'open' && endsOn !== null
      ? [{ label: 'Ends', value: `${dayText(endsOn)}, or at the author’s opposite signal` }]
      : []),
    { label: 'Prices', value: sample ? 'Sample prices' : 'Official closes' },
  ]
}

const EXITS = {
  horizon: 'the end of its time',
  opposite: 'the author’s opposite signal',
  'stopped-trading': 'the share stopped trading',
}

function Part({ part }: { part: ScorePart }) {
  const { ticker, does, reason, of, side, days } = part
  return (
    <section
      className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-4"
      aria-label={`$${ticker}`}
    >
      <h3 className="font-strong wrap-anywhere">
        ${ticker}
        {does === 'opens' && (side === 1 ? ', long' : ', short')}
      </h3>
      {does === null && <p className="text-label text-ink-2">Not scored. {reasonText(reason)}</p>}
      {(does === 'adds' || does === 'closes') && (
        <p className="text-label text-ink-2">
          {does === 'adds'
            ? 'Keeps a position open that began with '
            : 'Closes the position that began with '}
          {of === null ? (
            'an earlier signal.'
          ) : (
            <TextLink href={paths.signal(of)}>an earlier signal</TextLink>
          )}
        </p>
      )}
      {does === 'opens' && <PriceBreakdown items={partFacts(part)} />}
      {part.restated?.map((one) => (
        <p key={one.at.getTime()} className="text-label text-pretty text-ink-2">
          {restatedText(one)}
        </p>
      ))}
      {days.length > 0 && <Days part={part} />}
    </section>
  )
}

function partFacts({
  entryDay,
  entryClose,
  lastClose,
  exitDay,
  exitReason,
  days,
  weight,
  beta,
  tilt,
  finalValue,
  isThin,
}: ScorePart): Fact[] {
  const at = (close: string | null, day: string) =>
    [close !== null && priceText(close), `close of ${dayText(day)}`].filter(Boolean).join(', ')
  const last = days.at(-1)
  const paid = days.filter(({ dividend }) => Number(dividend) !== 0)
  const split = days.filter(({ ratio }) => Number(ratio) !== 1)
  return [
    ...(entryDay === null ? [] : [{ label: 'Entry', value: at(entryClose, entryDay) }]),
    ...(exitDay !== null
      ? [
          {
            label: 'Exit',
            value: `${at(lastClose, exitDay)}${exitReason === null ? '' : `: ${EXITS[exitReason]}`}`,
          },
        ]
      : last
        ? [{ label: 'Last price', value: at(lastClose, last.day) }]
        : []),
    ...(finalValue ? [{ label: 'Final value', value: finalValueText(finalValue) }] : []),
    ...(paid.length > 0
      ? [
          {
            label: 'Dividends',
            value: `${priceText(String(paid.reduce((sum, { dividend }) => sum + Number(dividend), 0)))} a share, ${paid.length} ${paid.length === 1 ? 'payment' : 'payments'}`,
          },
        ]
      : []),
    ...split.map(({ day, ratio }) => ({
      label: 'Split',
      value: `${Number(ratio)} for 1 on ${dayText(day)}`,
    })),
    ...(Number(weight) === 1
      ? []
      : [{ label: 'Part of the signal', value: `${(Number(weight) * 100).toFixed(0)}%` }]),
    ...(isThin
      ? [
          {
            label: 'Thin share',
            value: 'Below $1, or less than $1 million traded a day, at the entry: scored, never ranked',
          },
        ]
      : []),
    ...(beta === null || tilt === null
      ? []
      : [
          {
            label: 'Beta, tilt',
            value: `${beta}, ${tilt}: only for the author’s record`.replaceAll('-', '−'),
          },
        ]),
  ]
}

/** The newest day on top. */
function Days({ part }: { part: ScorePart }) {
  const { ticker, days, entryDay, entryClose } = part
  // Most have neither, and a phone has no room for empty columns.
  const hasDividend = days.some(({ dividend }) => Number(dividend) !== 0)
  const hasSplit = days.some(({ ratio }) => Number(ratio) !== 1)
  const only = (isThere: boolean, cell: string) => (isThere ? [cell] : [])
  const [note, setNote] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(positionCsv(part)).then(
      () => setNote('Copied'),
      () => setNote('Couldn’t copy. Download it instead.'),
    )
  return (
    <Disclosure label={`All ${daysText(days.length)}`}>
      <div className="flex flex-wrap items-center gap-2">
        {'clipboard' in navigator && (
          <Button variant="outline" size="sm" icon={Copy} onClick={() => void copy()}>
            Copy
          </Button>
        )}
        <Button variant="outline" size="sm" icon={Download} onClick={() => download(part)}>
          Download CSV
        </Button>
        <span role="status" className="text-small text-ink-2">
          {note}
        </span>
      </div>
      <Table
        caption={`$${ticker} day by day, newest first`}
        heads={[
          'Day',
          'Close',
          ...only(hasDividend, 'Dividend'),
          ...only(hasSplit, 'Split'),
          'Growth',
          'SPY',
        ]}
        rows={[
          ...days.toReversed().map(({ day, close, dividend, ratio, growth, benchmark }) => ({
            key: day,
            cells: [
              dayText(day),
              close === null ? '' : priceText(close),
              ...only(hasDividend, Number(dividend) === 0 ? '' : priceText(dividend)),
              ...only(hasSplit, Number(ratio) === 1 ? '' : ratio),
              growth,
              benchmark,
            ],
          })),
          {
            key: 'entry',
            cells: [
              entryDay === null ? 'Entry' : dayText(entryDay),
              entryClose === null ? '' : priceText(entryClose),
              ...only(hasDividend, ''),
              ...only(hasSplit, ''),
              'Entry',
              '',
            ],
          },
        ]}
        className="max-h-80 rounded-badge bg-surface"
      />
    </Disclosure>
  )
}

const download = (part: ScorePart): void =>
  saveFile(`${part.ticker}-since-${part.entryDay ?? 'entry'}.csv`, positionCsv(part), 'text/csv')
