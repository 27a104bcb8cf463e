// People to follow: in an empty feed, in the column beside a page, and on narrow screens among the signals of the feed. Loaded
// once the page has shown its own content.
import { lazyWithPrefetch } from '#web/lib/lazy-with-prefetch.tsx'
import { whenShown } from '#web/lib/when-shown.ts'
import { CardList } from '#web/ui/card.tsx'

export type SuggestionsProps = {
  /** A username to leave out. */
  except?: string
  /** Shows the first rows and "See all". */
  folded?: boolean
  /** Reserves its space while the people load, for a place above other content. */
  reserved?: boolean
}

/** As high as the rows usually are at most, so that nothing below them moves once they have loaded. */
export const RESERVED_ROWS = 'min-h-[26rem]'
/** With the head of the card, and "See all" below the rows. */
export const RESERVED_CARD = 'min-h-[34.5rem]'

const importCard = () => whenShown().then(() => import('./suggestions-card.tsx'))
const SuggestionsCard = lazyWithPrefetch(importCard, { errorFallback: () => null })
const ReservedCard = lazyWithPrefetch(importCard, {
  fallback: <CardList className={RESERVED_CARD} />,
  errorFallback: () => null,
})

/** Empty without suggestions. */
export const Suggestions = (props: SuggestionsProps) =>
  props.reserved === true ? <ReservedCard {...props} /> : <SuggestionsCard {...props} />
