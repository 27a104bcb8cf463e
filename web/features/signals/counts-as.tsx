// The line in the signal dialog that says what the signal would count as.
import type { SignalPreview } from '#shared/contracts/signal-preview.ts'
import { useNowSelector } from '#web/lib/now.ts'
import { Button } from '#web/ui/button.tsx'
import { previewText } from './preview-text.ts'

type CountsAsProps = {
  signalType: 'buy' | 'sell' | 'comment'
  preview: SignalPreview | undefined
  /** A sell without an answer counts as nothing yet. */
  isUnanswered: boolean
  isPremium: boolean
  isError: boolean
  onRetry: () => void
}

const ARM = { buy: 'fill-gain', sell: 'fill-loss', comment: 'fill-info' }

export function CountsAs({ signalType, preview, isUnanswered, isPremium, isError, onRetry }: CountsAsProps) {
  // One text, so that the line changes only when its words do.
  const text = useNowSelector((nowMs) => {
    if (isUnanswered) return 'Counts as:| nothing yet. Choose what this sell does.'
    if (!preview) return '|Checking what this counts as...'
    const { strong, rest } = previewText(preview, nowMs)
    return `${strong}|${rest}${isPremium ? ' For subscribers only.' : ''}`
  })
  const [strong, rest] = text.split('|')
  return (
    <div className="grid w-full grid-cols-[1.5rem_minmax(0,1fr)_auto] items-start gap-x-3 text-label">
      <Arm signalType={signalType} />
      <p role="status" className="dialog-note text-pretty">
        {isError ? (
          'We can’t say right now what this would count as. You can still post it.'
        ) : (
          <>
            <strong className="font-strong">{strong}</strong>
            {rest}
          </>
        )}
      </p>
      {isError && (
        <Button variant="ghost" size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** A small version of the semaphore on the signal's card. */
const Arm = ({ signalType }: Pick<CountsAsProps, 'signalType'>) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className="mt-0.5 size-6 overflow-visible">
    <path d="M6 2v20M3 22h6" className="fill-none stroke-line-strong stroke-2 [stroke-linecap:round]" />
    <path
      d="M0-3.4h18L15.4 0 18 3.4H0a3.4 3.4 0 0 1 0-6.8z"
      transform={`translate(6 9) rotate(${TILT[signalType]})`}
      className={ARM[signalType]}
    />
  </svg>
)
const TILT = { buy: -38, sell: 38, comment: 0 }
