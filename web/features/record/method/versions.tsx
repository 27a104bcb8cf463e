// The versions of the method. The text of each never changes, and its hash is in the log.
import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Card } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Commands } from '#web/ui/keys-and-commands.tsx'
import { hashOfMethod } from '../verify/read-log.ts'

export function Versions() {
  const { data: hash } = useQuery({
    queryKey: queryKeys.methodHash(2),
    queryFn: () => hashOfMethod(2),
    // Browsers provide Web Crypto only on secure origins.
    enabled: 'subtle' in crypto,
  })
  return (
    <Card as="section" aria-labelledby="versions" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="versions" className="text-title font-strong">
        Versions
      </h2>
      <p className="text-pretty text-ink-2">
        <TextLink href="/log/method/2">Method 2, weekly results against the market</TextLink>, replaced{' '}
        <TextLink href="/log/method/1">method 1, daily closes</TextLink>. The text of a method never changes:
        its hash went into the log before its first use, and figures by an earlier one stay readable.
      </p>
      {hash !== undefined && (
        <p className="text-small text-ink-2">
          SHA-256, calculated by your browser: <span className="wrap-anywhere text-ink">{hash}</span>
        </p>
      )}
      <p className="text-small text-pretty text-ink-2">To compare it with the log’s entry:</p>
      <Commands>python3 verify-record.py {location.origin}</Commands>
    </Card>
  )
}
