// Portfolio charts and import: curves, sparklines, allocation, tables, lists of points, the drop zone.
import { Eye, Percent } from 'lucide-react'
import type { Performance } from '#shared/rules/performance.ts'
import { Allocation, AllocationDot } from '../ui/allocation.tsx'
import { Card } from '../ui/card.tsx'
import type { ChartPoint } from '../ui/line-chart-geometry.ts'
import type { ChartMark } from '../ui/line-chart-marks.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { KeyFigures } from '../ui/key-figures.tsx'
import { LineChart } from '../ui/line-chart.tsx'
import { DropZone } from '../ui/drop-zone.tsx'
import { PerformanceFigure, ReturnDoubts } from '../ui/performance-figure.tsx'
import { IconList } from '../ui/icon-list.tsx'
import { Progress } from '../ui/progress.tsx'
import { Sparkline } from '../ui/sparkline.tsx'
import { Table } from '../ui/table.tsx'
import { Part, Row } from './part.tsx'

const DAY_MS = 86_400_000
const START = Date.parse('2026-01-12T00:00:00Z')

/** `slope` and `wave` are ratios. The benchmark doesn't depend on them. */
const curve = (days: number, slope: number, wave: number): ChartPoint[] =>
  Array.from({ length: days }, (_, place) => ({
    day: new Date(START + place * DAY_MS).toISOString().slice(0, 10),
    own: place * slope + wave * (Math.sin(place / 9) + Math.sin(place / 3.7) / 3),
    benchmark: place * 0.0004 + 0.02 * Math.sin(place / 14),
  }))

const MARKS: ChartMark[] = [
  { day: '2026-01-10', kind: 'buy', label: 'Buy by marta_lind' },
  { day: '2026-09-14', kind: 'sell', label: 'Sell by devon' },
  { day: '2027-03-01', kind: 'buy', label: 'Buy by marta_lind' },
  { day: '2027-03-01', kind: 'sell', label: 'Sell by devon' },
  { day: '2027-10-05', kind: 'comment', label: 'Comment by marta_lind' },
]
const NAMES = { own: 'You', benchmark: 'SPY' }
const TITLE = 'Your account against SPY since Jan 12, 2026'
const PARTS = [
  { ticker: 'TSM', percent: 34.1 },
  { ticker: 'ASML', percent: 28.6 },
  { ticker: 'VT', percent: 22.4 },
  { ticker: 'NKE', percent: 9.8 },
  { ticker: null, percent: 5.1 },
]

const FIGURES = [
  { label: 'SPY, same days', value: '+7.1%', meaning: 'The benchmark’s return.' },
  { label: 'Ahead of SPY', value: '+2.5 pts', meaning: 'The return minus that of SPY.' },
  { label: 'Max drawdown', value: '−10.0%', meaning: 'The largest drop from a high to a later low.' },
  { label: 'Volatility', value: '11.4%', meaning: 'How much daily returns vary.' },
  { label: 'Money-weighted', value: 'Not available', meaning: 'What the money itself earned.' },
  { label: 'Days on record', value: '313', meaning: 'Calendar days on record.' },
]

const PLAIN = { performanceLinkedUntil: null, performanceDoubts: [] }
const DOUBTS = [
  "1 of 2 trades is outside the market's range that day",
  "Trades sit unusually close to each day's best price",
  '-1.2% on the money itself (money-weighted)',
]
const RETURNS: Performance[] = [
  { ...PLAIN, performance: '+18.4%', performanceSource: 'linked' },
  { ...PLAIN, performance: '-3.2%', performanceSource: 'linked', performanceLinkedUntil: '2026-11-03' },
  {
    ...PLAIN,
    performance: '+4900.0%',
    performanceSource: 'self_reported',
    performanceDoubts: DOUBTS,
  },
  { ...PLAIN, performance: '+9.6%', performanceSource: 'sample' },
  { ...PLAIN, performance: '+0.0%', performanceSource: 'none' },
]

export function Returns() {
  return (
    <>
      <Part title="Curve: ahead and behind, falling, three days, without a benchmark">
        {[curve(313, 0.0005, 0.03), curve(60, -0.002, 0.01), curve(3, 0.004, 0)].map((points, place) => (
          <Card key={place}>
            <LineChart
              points={points}
              names={NAMES}
              title={TITLE}
              description="Up and down."
              tall={place === 0}
            />
          </Card>
        ))}
        <Card>
          <LineChart
            points={curve(120, 0.001, 0.01).map((point) => ({ ...point, benchmark: null }))}
            names={NAMES}
            title={TITLE}
            description="Up 12% since Jan 12, 2026."
          />
        </Card>
      </Part>
      <Part title="Curve with signals: a buy, a sell, two on one day, a comment, two years">
        <Card>
          <LineChart
            points={curve(730, 0.0002, 0.04)}
            names={{ own: 'TSM', benchmark: 'SPY' }}
            marks={MARKS}
            title="TSM against SPY since Jan 12, 2026"
            description="Up and down."
            tall
          />
        </Card>
      </Part>
      <Part title="Return with its source: linked, stopped, self-reported with doubts, sample, none; doubts in one line">
        {RETURNS.map((one) => (
          <PerformanceFigure key={one.performanceSource + one.performanceLinkedUntil} of={one} />
        ))}
        <ReturnDoubts
          of={{
            ...PLAIN,
            performance: '+4900.0%',
            performanceSource: 'self_reported',
            performanceDoubts: DOUBTS,
          }}
          short
        />
      </Part>
      <Part title="Key figures, and the rarer ones folded">
        <Card>
          <KeyFigures items={FIGURES} />
          <Disclosure label="More figures" summary="Sharpe, Sortino, alpha, beta" defaultOpen>
            <KeyFigures items={FIGURES.slice(0, 2)} />
          </Disclosure>
        </Card>
      </Part>
      <Part title="Sparkline">
        <Row>
          {[0.002, 0, -0.002].map((slope) => (
            <span key={slope} className="w-24">
              <Sparkline
                values={curve(17, slope, 0.01).map(({ own }) => own)}
                label="Price over three months"
              />
            </span>
          ))}
        </Row>
      </Part>
      <Part title="Allocation with its table">
        <Card className="grid gap-4">
          <Allocation parts={PARTS} label="TSM 34.1%, ASML 28.6%, VT 22.4%, NKE 9.8%, others 5.1%." />
          <Table
            caption="Allocation, largest first"
            heads={['Holding', 'Weight']}
            rows={PARTS.map(({ ticker, percent }, index) => ({
              key: ticker ?? '',
              cells: [
                <span key="name" className="inline-flex items-center gap-2">
                  <AllocationDot parts={PARTS} index={index} />
                  {ticker ?? '3 others'}
                </span>,
                `${percent}%`,
              ],
            }))}
          />
        </Card>
      </Part>
      <Part title="Table of words, in a place of its own height">
        <Card>
          <Table
            caption="Rows that can't be read"
            heads={['Line', 'Why']}
            words
            rows={Array.from({ length: 12 }, (_, place) => ({
              key: place,
              cells: [place * 7 + 2, 'The quantity is empty.'],
            }))}
            className="max-h-40 bg-surface"
          />
        </Card>
      </Part>
      <Part title="Points, with a title and without">
        <Card className="grid gap-5">
          <IconList
            items={[
              { icon: Eye, title: 'Read-only', text: 'Nobody can use it to trade or move money.' },
              { icon: Percent, title: 'Others see percentages only', text: 'Never amounts or quantities.' },
            ]}
          />
          <IconList items={[{ text: 'Exclusive trade signals and insights' }]} />
        </Card>
      </Part>
      <Part title="Drop zone, progress: known and unknown">
        <Card className="grid gap-5">
          <DropZone label="Choose a file" invitation="Drop the file here" onFiles={() => {}}>
            The export of your broker, as CSV or XML.
          </DropZone>
          <Progress label="Uploading the file" share={0.4} />
          <Progress label="Reading the file" />
        </Card>
      </Part>
    </>
  )
}
