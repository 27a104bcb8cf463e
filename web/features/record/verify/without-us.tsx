// How to check the log without this page: the programs in Python and Go, and the key.
import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Commands } from '#web/ui/keys-and-commands.tsx'
import { readKey } from './read-log.ts'

export function WithoutUs({ signalId }: { signalId: string | undefined }) {
  const { data: vkey } = useQuery({ queryKey: queryKeys.logKey, queryFn: readKey })
  return (
    <Card as="section" aria-labelledby="without-us" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="without-us" className="text-title font-strong">
        Without us
      </h2>
      <p className="text-label text-pretty text-ink-2">
        This page is ours too. <TextLink href="/log/verify-record.py">verify-record.py</TextLink> makes the
        same checks with Python and openssl, in fewer than 300 lines that you can read first.
      </p>
      <Commands>
        curl -O {location.origin}/log/verify-record.py{'\n'}
        python3 verify-record.py {location.origin} {signalId ?? '<signal id>'}
      </Commands>
      <Disclosure label="In Go">
        <p className="text-label text-pretty text-ink-2">
          <TextLink href="/log/verify-log.go">verify-log.go</TextLink> does it with golang.org/x/mod/sumdb,
          which Go’s own log of modules uses. The last word is the number of an entry.
        </p>
        <Commands>
          curl -O {location.origin}/log/verify-log.go{'\n'}
          go mod init verify && go get golang.org/x/mod/sumdb{'\n'}
          go run verify-log.go {location.origin} {vkey === undefined || vkey === '' ? '<key>' : vkey} 0
        </Commands>
      </Disclosure>
      <p className="text-small text-ink-2">
        The log’s key, to compare with a copy from elsewhere:{' '}
        <span className="wrap-anywhere text-ink">{vkey === undefined || vkey === '' ? '…' : vkey}</span>
      </p>
    </Card>
  )
}
