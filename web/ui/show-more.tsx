// The button at the end of a paged list that loads the next page, with the message if that failed.
import { Button } from './button.tsx'

type ShowMoreProps = {
  /** The part of TanStack Query's infinite query that the button needs. */
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
  failure?: string
}

export function ShowMore({ query, failure = 'Couldn’t load more.' }: ShowMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  if (!hasNextPage) return null
  return (
    <div className="grid gap-2 p-2">
      {isFetchNextPageError && (
        <p role="alert" className="px-2 pt-2 text-center text-small text-ink-2">
          {failure}
        </p>
      )}
      <Button
        block
        variant="ghost"
        pending={isFetchingNextPage}
        pendingLabel="Loading..."
        onClick={() => void fetchNextPage()}
      >
        Show more
      </Button>
    </div>
  )
}
