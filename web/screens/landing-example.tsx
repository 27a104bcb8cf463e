// The example on the landing page: a profile and a signal with sample data, labeled as such.
import { FlaskConical } from 'lucide-react'
import { signedPercent } from '#shared/rules/percent.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { SignalAuthor, SignalFrame } from '#web/ui/signal-frame.tsx'
import { Ticker } from '#web/ui/ticker.tsx'

/** Sample returns in percent since the first day, one for every two weeks: the person's and the index's. */
const OWN = [
  0, 1.8, 0.9, -0.6, -1.4, 0.4, 2.2, 3.9, 5.8, 7.4, 6.6, 5.1, 3.8, 4.9, 6.7, 8.4, 8.9, 8.1, 6.9, 6.2, 5.4,
  5.9, 4.8, 6.4, 7.7, 8.2, 7.5, 9.3, 11.6, 12.4, 13.1, 14.6, 16.2, 15.4, 17.1, 18.9, 17.6, 18.4,
]
const INDEX = [
  0, -1.1, -2.6, -3.9, -2.8, -2.2, -3.1, -1.9, -2.4, -0.8, 0.9, 2.3, 3.2, 2.7, 2.1, 3.4, 4.6, 4.1, 4.8, 5.3,
  4.9, 5.6, 7.2, 9.4, 10.8, 10.1, 11.3, 12.7, 13.9, 12.2, 11.4, 12.3, 12.9, 11.6, 10.2, 9.1, 9.9, 11.2,
]
const LAST = OWN.length - 1
const ratioNow = (points: number[]) => signedPercent((points[LAST] ?? 0) / 100)

/** Percent to the height of a 100 × 100 box: +22 % at the top, −6 % at the bottom. */
const y = (percent: number) => ((22 - percent) / 28) * 100
const x = (place: number) => (place / LAST) * 97
const line = (points: number[]) =>
  points.map((percent, place) => `${x(place).toFixed(1)},${y(percent).toFixed(1)}`).join(' ')
const gap = `${line(OWN)} ${INDEX.map((percent, place) => `${x(place).toFixed(1)},${y(percent).toFixed(1)}`)
  .toReversed()
  .join(' ')}`

export function LandingExample() {
  return (
    // Two columns at widths where one column would be too wide and the example isn't beside the text yet.
    <figure className="grid grid-cols-[minmax(0,1fr)] content-start items-start gap-4 md:max-desk:grid-cols-2">
      <Card className="grid gap-4">
        <div className="flex items-center gap-3 max-tight:flex-wrap">
          <Avatar initials="MA" hue={4} />
          <div className="min-w-0 flex-1">
            <p className="font-strong">marta_lind</p>
            <p className="text-small text-ink-2">1,284 followers</p>
          </div>
          <Badge tone="brand">Creator</Badge>
        </div>
        <div>
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <p className="text-display font-strong text-gain tabular-nums">{ratioNow(OWN)}</p>
            <Badge tone="caution" icon={FlaskConical}>
              Sample data
            </Badge>
          </div>
          <p className="text-small text-ink-2">
            Since Mar 3, 2025. SPY {ratioNow(INDEX)} over the same days.
          </p>
        </div>
        <SampleChart />
      </Card>
      <SignalFrame
        kind="buy"
        avatar={<Avatar initials="MA" hue={4} />}
        author={<SignalAuthor>marta_lind</SignalAuthor>}
        age="12m"
        badges={[
          <Badge key="type" tone="gain">
            Buy
          </Badge>,
          <Ticker key="ticker" symbol="ASML" />,
          <Badge key="intent" tone="info" weight="medium">
            Adding Position
          </Badge>,
        ]}
        text="Added a third of my planned position in the low 640s. Order intake is lumpy, so I size for a bad quarter and add only on weekly closes above 655. Wrong below 598."
        horizon="Time horizon: months"
        disclaimer="Not an investment recommendation. Investing involves risk of loss."
      />
      <figcaption className="col-span-full text-caption text-ink-3">
        Example with sample data. Signals are not investment recommendations. Investing involves risk of loss.
      </figcaption>
    </figure>
  )
}

function SampleChart() {
  return (
    <svg
      className="h-52 w-full overflow-visible"
      role="img"
      aria-label={`Sample curve: up ${ratioNow(OWN)} against ${ratioNow(INDEX)} of SPY over the same days`}
    >
      {[0, 10, 20].map((percent) => (
        <g key={percent}>
          <line
            x1="0"
            x2="100%"
            y1={`${y(percent) * 0.86}%`}
            y2={`${y(percent) * 0.86}%`}
            className={percent === 0 ? 'stroke-line-strong' : 'stroke-line'}
          />
          <text
            y={`${y(percent) * 0.86}%`}
            dy={percent === 0 ? 14 : -4}
            x={percent === 0 ? '100%' : 0}
            textAnchor={percent === 0 ? 'end' : 'start'}
            className="fill-ink-3 text-caption tabular-nums"
          >
            {percent === 0 ? '0%' : `+${percent}%`}
          </text>
        </g>
      ))}
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" height="86%">
        <polygon points={gap} className="fill-brand opacity-14" />
        <polyline
          points={line(INDEX)}
          className="fill-none stroke-ink-3 stroke-[1.5px]"
          strokeDasharray="2 3"
          vectorEffect="non-scaling-stroke"
        />
        <polyline
          points={line(OWN)}
          className="fill-none stroke-brand stroke-2"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <text
        x={`${x(LAST)}%`}
        y={`${y(INDEX[LAST] ?? 0) * 0.86}%`}
        dy="28"
        textAnchor="end"
        className="fill-ink-3 text-caption"
      >
        SPY
      </text>
      <svg x={`${x(LAST)}%`} y={`${y(OWN[LAST] ?? 0) * 0.86}%`} overflow="visible">
        <circle r="11" className="fill-none stroke-brand stroke-[1.5px] opacity-18" />
        <circle r="7" className="fill-none stroke-brand stroke-[1.5px] opacity-45" />
        <circle r="3.5" className="fill-brand" />
      </svg>
      {[
        { at: '0%', anchor: 'start' as const, text: 'Mar 2025' },
        { at: '48.5%', anchor: 'middle' as const, text: 'Jan 2026' },
        { at: '97%', anchor: 'end' as const, text: 'Nov 2026' },
      ].map(({ at, anchor, text }) => (
        <text key={at} x={at} y="99%" textAnchor={anchor} className="fill-ink-3 text-caption tabular-nums">
          {text}
        </text>
      ))}
    </svg>
  )
}
