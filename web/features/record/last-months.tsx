// Below a signal: a link to everything that its author published about the same tickers.
import type { Signal } from '#shared/contracts/signals.ts'
import { firstNameOf, isFormerMember } from '#shared/rules/people.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/text-link.tsx'

const TICKERS_MAX = 3

/** "Maya’s last 12 months of $INTC". Empty for a locked signal, and for a former member, who has no page. */
export function LastMonths({ signal: { author, tickers = [] } }: { signal: Signal }) {
  if (tickers.length === 0 || isFormerMember(author.username)) return null
  return (
    <p className="px-1 text-small text-ink-2">
      {tickers.slice(0, TICKERS_MAX).map((ticker, place) => (
        <span key={ticker}>
          {place > 0 && ' · '}
          <TextLink href={paths.statements(author.username, ticker)} rel="nofollow">
            {place === 0 ? `${firstNameOf(author)}’s last 12 months of $${ticker}` : `$${ticker}`}
          </TextLink>
        </span>
      ))}
    </p>
  )
}
