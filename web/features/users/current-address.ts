// Replaces an address with a person's old username by the one with the current name.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { User } from '#shared/contracts/users.ts'
import { go } from '#web/lib/navigation.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** `person` was found by `username`, the name in the address; `pathOf` gives the same page's path for another name. */
export function useCurrentAddress(
  username: string,
  person: User | undefined,
  pathOf: (username: string) => string,
): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!person || person.username.toLowerCase() === username.toLowerCase()) return
    // The page at the new address has its person at once.
    client.setQueryData(queryKeys.user(person.username), person)
    go(pathOf(person.username) + location.search, { replace: true })
  }, [client, username, person, pathOf])
}
