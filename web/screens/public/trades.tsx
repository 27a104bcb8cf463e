// A list of signals with their results, for visitors: on the page of a person, and on that of a ticker.
import type { ReactNode } from 'react'
import type { RecordSignal } from '#shared/contracts/rankings.ts'
import { hiddenText } from '#shared/rules/hidden-text.ts'
import { RecordHead, RecordRow } from '#web/features/record/record-row.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/** `by`: the author's name, in a list of signals by several people. */
export type ListedTrade = RecordSignal & { by?: string | undefined }

type TradesProps = {
  title: string
  about: string
  trades: readonly ListedTrade[]
  /** Above the first row. */
  first?: ReactNode
  /** Instead of rows. */
  empty: string
  older: string | null
  /** Back to the newest block; null if this is it. */
  newest: string | null
}

export function Trades({ title, about, trades, first, empty, older, newest }: TradesProps) {
  const shown = trades.filter(({ status }) => status !== 'sealed')
  return (
    <CardList as="section" aria-labelledby="trades">
      <CardHead>
        <div className="grid gap-1">
          <h2 id="trades" className="text-title font-strong">
            {title}
          </h2>
          <p className="text-small text-pretty text-ink-2">{about}</p>
        </div>
        {newest !== null && (
          <p className="text-small">
            <TextLink href={newest}>Back to the newest</TextLink>
          </p>
        )}
      </CardHead>
      {shown.length === 0 && !first ? (
        <p className="px-4 py-5 text-ink-2 md:px-6">{empty}</p>
      ) : (
        <div className="@container divide-y divide-line">
          <RecordHead />
          <ul className="divide-y divide-line">
            {first}
            {shown.map(({ by, ...trade }) => (
              <RecordRow
                key={trade.signalId}
                outcome={trade}
                text={textOf(trade)}
                // The trade of an opened premium signal is public, but it has no page.
                linked={trade.excerpt !== undefined || trade.hidden !== undefined}
                {...(by !== undefined && { by })}
              />
            ))}
          </ul>
        </div>
      )}
      {older !== null && (
        <p className="px-4 py-4 text-small md:px-6">
          <TextLink href={older} rel="next">
            Show older ones
          </TextLink>
        </p>
      )}
      <p className="px-4 py-3 text-small text-ink-3 md:px-6">
        Not an investment recommendation. Investing involves risk of loss. This line covers every row above.
      </p>
    </CardList>
  )
}

/** Undefined for an opened premium signal: its trade is public, its text isn't. */
function textOf({ hidden, hiddenAt, excerpt }: RecordSignal): ReactNode {
  if (hidden) return <span className="italic">{hiddenText(hidden, hiddenAt)}</span>
  return excerpt === undefined ? undefined : <bdi>{excerpt}</bdi>
}
