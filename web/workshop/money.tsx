// Revenue figures and the steps of the creator setup.
import { CircleCheck } from 'lucide-react'
import { Badge } from '../ui/badge.tsx'
import { BarChart } from '../ui/bar-chart.tsx'
import { Card } from '../ui/card.tsx'
import { ExplainedFigures } from '../ui/explained-figures.tsx'
import { SplitBar } from '../ui/split-bar.tsx'
import { StepHead } from '../ui/step-head.tsx'
import { Part } from './part.tsx'

const MONTHS = ['Dec', 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov']
const NET = [0, 0, 0.4, 36, 48, 48, 84, 96, 120, 132, 168, 202]
const NOTHING = 'Payments from the last 12 months appear here.'
const bars = (values: readonly number[]) =>
  MONTHS.map((label, place) => ({ label, value: values[place] ?? 0, current: place === 11 }))

export function Money() {
  return (
    <>
      <Part title="Bars: filled, nothing yet">
        <Card className="grid gap-8">
          <BarChart label="Net by month, highest in November" items={bars(NET)} nothing={NOTHING} />
          <BarChart label="Nothing received" items={bars([])} nothing={NOTHING} />
        </Card>
      </Part>
      <Part title="Ledger: each figure with its meaning">
        <Card>
          <ExplainedFigures
            items={[
              { label: 'Gross per month', value: '$202.00', meaning: 'What your active subscribers pay.' },
              { label: 'Platform fee', value: '−$20.20', meaning: '10% of each payment.' },
              { label: 'Net per month', value: '$181.80', meaning: 'What is left for you.', strong: true },
            ]}
          />
        </Card>
      </Part>
      <Part title="Steps, share">
        <Card className="grid gap-5">
          <StepHead
            number={1}
            done
            status={
              <Badge tone="gain" icon={CircleCheck}>
                Connected
              </Badge>
            }
          >
            Payouts
          </StepHead>
          <StepHead number={2}>Subscription price</StepHead>
          <SplitBar share={0.9} />
        </Card>
      </Part>
    </>
  )
}
