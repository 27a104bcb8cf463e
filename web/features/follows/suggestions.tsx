// People to follow: in an empty feed, in the column beside a page, and on narrow screens among the signals of the feed. Loaded
// once the page has shown its own content.
import { lazyWithPrefetch } from '#web/lib/lazy-with-prefetch.tsx'
import { whenShown } from '#web/lib/when-shown.ts'
import { CardList } from '#web/ui/card.tsx'
import type { SuggestionsCardProps } from './suggestions-card.tsx'

type SuggestionsProps = Omit<SuggestionsCardProps, 'reserved'> & {
  /** Reserves its space while the people load, for a place above other content. */
  reserved?: boolean
}

/** Reserves the usual maximum height of the card, so that nothing below it moves once the people have loaded. */
const RESERVED = { card: 'min-h-[34.5rem]', rows: 'min-h-[26rem]' }

const importCard = () => whenShown().then(() => import('./suggestions-card.tsx'))
const SuggestionsCard = lazyWithPrefetch(importCard, { errorFallback: () => null })
const ReservedCard = lazyWithPrefetch(importCard, {
  fallback: <CardList className={RESERVED.card} />,
  errorFallback: () => null,
})

/** Empty without suggestions. */
export const Suggestions = ({ reserved = false, ...props }: SuggestionsProps) =>
  reserved ? <ReservedCard {...props} reserved={RESERVED} /> : <SuggestionsCard {...props} />
