// Why people left: answers without names, in groups of five.
import type { Studio } from '#shared/contracts/studio.ts'
import { ANSWERS_TOGETHER, CANCEL_REASON_TEXT } from '#shared/rules/cancel-reasons.ts'
import { countOf, formatCount } from '#shared/rules/numbers.ts'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'

export function ReasonsCard({ reasons }: Pick<Studio, 'reasons'>) {
  const { canceled, answers, counts, words } = reasons
  const most = Math.max(1, ...counts.map(({ count }) => count))
  return (
    <Card as="section" aria-labelledby="why" className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <div className="grid gap-1">
        <h2 id="why" className="text-title font-strong">
          Why people left
        </h2>
        <p className="text-small text-pretty text-ink-2 tabular-nums">
          {canceled === 0
            ? 'Nobody has canceled in 12 months.'
            : `${countOf(canceled, 'cancellation')} in 12 months. We ask once, when they cancel.`}
        </p>
      </div>
      {counts.length > 0 ? (
        <ul className="grid gap-3 text-label">
          {counts.map(({ reason, count }) => (
            <li
              key={reason}
              className="grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)_auto] items-center gap-3"
            >
              <span>{CANCEL_REASON_TEXT[reason]}</span>
              <span aria-hidden="true" className="h-2">
                <span
                  className="block h-full rounded-full bg-ink-3/60 forced-colors:bg-[CanvasText]"
                  style={{ width: `${(100 * count) / most}%` }}
                />
              </span>
              <span className="min-w-5 text-right font-strong tabular-nums">{formatCount(count)}</span>
            </li>
          ))}
        </ul>
      ) : (
        canceled > 0 && (
          <p className="text-label text-pretty">
            Answers appear here once {ANSWERS_TOGETHER} people have given one.
          </p>
        )
      )}
      {words.length > 0 && (
        <Disclosure label="In their words" summary={formatCount(words.length)}>
          <ul className="grid gap-2 text-label text-pretty">
            {words.map((said) => (
              <li key={said} className="border-l-2 border-line-strong pl-3 wrap-anywhere">
                <bdi>{said}</bdi>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {canceled > 0 && (
        <p className="text-caption text-pretty text-ink-3">
          {answers > 0 && `${formatCount(answers)} answers. `}Without names, and shown {ANSWERS_TOGETHER} at a
          time, so that nobody can be singled out.
        </p>
      )}
    </Card>
  )
}
