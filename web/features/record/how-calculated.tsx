// "How this is calculated": the rule in words, the facts of each ticker, and every day with its prices.
import type { SignalScore } from '#shared/contracts/scores.ts'
import { dayText } from '#shared/rules/dates.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { printedDifference } from '#shared/rules/printed-difference.ts'
import { hasDay, marketReturn } from '#shared/rules/market-text.ts'
import { newYorkTime } from '#web/lib/money-and-dates.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { PriceBreakdown, type Fact } from '#web/ui/facts.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { finalValueText, restatedText } from './corrections-text.ts'
import { priceText, reasonText } from './outcome-text.ts'
import { PositionDays } from './position-days.tsx'
import type { ScorePart } from './score-marks.ts'

export function HowCalculated({ score }: { score: SignalScore }) {
  return (
    <Card as="section" aria-label="How this is calculated" className="py-2! md:py-3!">
      <Disclosure label="How this is calculated">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 pb-4">
          <Bill score={score} />
          <PriceBreakdown items={factsOf(score)} />
          <p className="text-label text-pretty text-ink-2">
            Entry is the first official close at least 10 minutes after the post. Each day’s growth is (close
            + dividend) × split ratio ÷ the close before. The return is the product of all days minus 1, or
            its opposite for a short. SPY is calculated the same way over the same days. No price comes from
            the author.{' '}
            <TextLink href={`${paths.method}?rule=formulas`}>Method {score.method}, in full</TextLink>
          </p>
          {score.parts.map((part) => (
            <Part key={part.ticker} part={part} />
          ))}
        </div>
      </Disclosure>
    </Card>
  )
}

/** The result as an itemized sum. Empty without a result. */
function Bill({ score }: { score: SignalScore }) {
  const { return: own, parts } = score
  if (own === null || score.benchmark === null || !hasDay(score)) return null
  const opened = parts.filter(({ does }) => does === 'opens')
  const isShort = opened.some(({ side }) => side === -1)
  const names = opened.map(({ ticker }) => `$${ticker}`).join(', ')
  const market = marketReturn(score)
  const ahead = printedDifference(own, market)
  return (
    <PriceBreakdown
      items={[
        { label: `${isShort ? 'Short' : 'Buy'} ${names}`, value: <Colored text={percentOf(own)} /> },
        { label: isShort ? 'Shorting SPY' : 'SPY, same days', value: <Colored text={percentOf(market)} /> },
      ]}
      total={{
        label: ahead.startsWith('−') ? 'Behind' : 'Ahead',
        value: `${ahead.slice(1)} (${percentOf(own).slice(0, -1)} minus ${percentOf(market).slice(0, -1)})`,
      }}
    />
  )
}

const Colored = ({ text }: { text: string }) => (
  <span className={text === '+0.0%' ? '' : text.startsWith('−') ? 'text-loss' : 'text-gain'}>{text}</span>
)

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
      {days.length > 0 && <PositionDays part={part} />}
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
