// What the log proves, and what it doesn't.
import { Check, X } from 'lucide-react'
import { Card } from '#web/ui/card.tsx'
import { IconList } from '#web/ui/icon-list.tsx'

export const Proofs = () => (
  <div className="grid gap-4 md:grid-cols-2">
    <Card className="grid content-start gap-3">
      <h2 className="text-title font-strong">What this proves</h2>
      <IconList
        items={[
          {
            icon: Check,
            text: 'A signal was there before every later entry, and before the time of each stamp that covers it.',
          },
          { icon: Check, text: 'No signal was added, changed or dropped later without a trace.' },
          { icon: Check, text: 'A sealed trade opens to exactly what was sealed.' },
        ]}
      />
    </Card>
    <Card className="grid content-start gap-3">
      <h2 className="text-title font-strong">What it doesn’t prove</h2>
      <IconList
        items={[
          { icon: X, text: 'The exact time of a signal between two stamps, and any time without one.' },
          { icon: X, text: 'That anybody traded.' },
          { icon: X, text: 'That prices are right.' },
          { icon: X, text: 'That a person has only one account.' },
          {
            icon: X,
            text: 'That we show everybody the same log, unless a witness or an older checkpoint says so.',
          },
          { icon: X, text: 'Anything before the first entry.' },
        ]}
      />
    </Card>
  </div>
)
