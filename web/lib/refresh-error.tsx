// A message above a list whose data on screen couldn't be refreshed, with a button that tries again.
import type { UseQueryResult } from '@tanstack/react-query'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { isUnauthorized, OfflineError } from './api-error.ts'

type RefreshErrorProps = {
  query: Pick<UseQueryResult, 'error' | 'isRefetchError' | 'refetch'>
  /** The object of the sentence, as in "Couldn’t refresh the feed." */
  what: string
}

/**
 * Empty while offline, because the header says so, and without a session, because the app leads to sign-in.
 */
export function RefreshError({ query: { error, isRefetchError, refetch }, what }: RefreshErrorProps) {
  if (!isRefetchError || error instanceof OfflineError || isUnauthorized(error)) return null
  return (
    <Banner
      tone="loss"
      role="alert"
      action={
        <Button size="sm" variant="outline" onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      Couldn’t refresh {what}.
    </Banner>
  )
}
