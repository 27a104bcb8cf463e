// The results of the checks, each with its meaning. A fault is red and says what to do.
import type { ReactNode } from 'react'
import { CircleAlert, CircleCheck, CircleDashed, Download } from 'lucide-react'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { saveFile } from '../record-files.ts'
import type { Check } from './check.ts'
import { type Entry, entryDate, type Verification } from './check-signal.ts'

type ChecksProps = {
  signalId: string
  verification: Extract<Verification, { found: true }>
  /** The button that repeats the checks. */
  again: ReactNode
}

export function Checks({ signalId, verification: { entry, checks, evidence }, again }: ChecksProps) {
  const faults = checks.filter(({ state }) => state === 'fault')
  return (
    <Card as="section" aria-labelledby="result" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="result" className="text-title font-strong wrap-anywhere">
        <TextLink href={paths.signal(signalId)}>{tradeText(entry)}</TextLink>, {entryDate(entry)}
      </h2>
      <p role="status" className="sr-only">
        {faults.length === 0
          ? 'Checked. No fault was found.'
          : `Checked. ${faults.length} faults were found.`}
      </p>
      <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
        {checks.map((check) => (
          <CheckRow key={check.title} {...check} />
        ))}
      </ul>
      {faults.length > 0 && (
        <Banner
          tone="loss"
          role="alert"
          title="This signal doesn’t pass the check"
          action={
            <Button
              variant="outline"
              size="sm"
              icon={Download}
              onClick={() => saveFile(`log-evidence-${signalId}.txt`, evidence, 'text/plain')}
            >
              Save the evidence
            </Button>
          }
        >
          Don’t rely on it. Save what you were shown, both checkpoints included, and post it where others can
          see it: with it anybody can prove the fault.
        </Banner>
      )}
      <div>{again}</div>
    </Card>
  )
}

const SIGNS = {
  ok: { icon: CircleCheck, color: 'text-gain', word: 'Right' },
  fault: { icon: CircleAlert, color: 'text-loss', word: 'Fault' },
  none: { icon: CircleDashed, color: 'text-ink-3', word: 'Not compared' },
}

function CheckRow({ state, title, detail }: Check) {
  const { icon: Icon, color, word } = SIGNS[state]
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 py-3 first:pt-0 last:pb-0" data-check={state}>
      <Icon className={classes('icon mt-0.5', color)} aria-hidden="true" />
      <div className="grid min-w-0 gap-0.5">
        <p className={classes('font-strong text-pretty', state === 'fault' && 'text-loss')}>
          <span className="sr-only">{word}: </span>
          {title}
        </p>
        <p className="line-clamp-6 text-label whitespace-pre-line wrap-anywhere text-ink-2">{detail}</p>
      </div>
    </li>
  )
}

const SIDES: Partial<Record<string, string>> = { buy: 'Buy', sell: 'Sell', comment: 'Comment' }

/** "Buy $TSM", or "Sealed signal". */
function tradeText({ trade }: Entry): string {
  if (typeof trade !== 'object' || trade === null) return 'Sealed signal'
  const { side, tickers } = trade as { side: string; tickers: string[] }
  return [SIDES[side] ?? side, ...tickers.map((ticker) => `$${ticker}`)].join(' ')
}
