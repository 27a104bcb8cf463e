// The settings row that requests and downloads a copy of a person's data.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type DataExport, dataExports } from '#shared/contracts/data-exports.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { followOutcome } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { accountOutcomes } from '#web/lib/account-outcomes.ts'

/** The interval at which the page asks whether the copy is ready. */
const ASK_AGAIN_MS = 2000

export function DataExportRow() {
  const client = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeys.dataExport,
    queryFn: () => call(dataExports.latest),
    refetchInterval: (query) => (query.state.data?.state === 'working' ? ASK_AGAIN_MS : false),
  })
  const request = useMutation({
    mutationFn: () => call(dataExports.request),
    onSuccess: (latest) => {
      client.setQueryData(queryKeys.dataExport, latest)
      followOutcome(accountOutcomes.dataExportRequested)
    },
    onError: (failure) => {
      if (!isUnauthorized(failure)) followOutcome(accountOutcomes.dataExportFailed, failure)
      void client.invalidateQueries({ queryKey: queryKeys.dataExport })
    },
  })
  const hasFailed = error !== null && !data && !isUnauthorized(error)
  return (
    <ListRow
      title="Copy of your data"
      sub={<span role="status">{hasFailed ? 'Couldn’t load this.' : stateOf(data)}</span>}
      end={
        hasFailed ? (
          <Button variant="outline" size="sm" pending={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        ) : (
          <>
            {data?.state === 'ready' && data.id !== null && <DownloadButton id={data.id} />}
            {data?.nextAt === null && data.state !== 'working' && (
              <Button
                variant="outline"
                size="sm"
                pending={request.isPending}
                aria-label="Request a copy of your data"
                onClick={() => request.mutate()}
              >
                Request
              </Button>
            )}
          </>
        )
      }
    />
  )
}

function DownloadButton({ id }: { id: string }) {
  const download = useMutation({
    mutationFn: () => call(dataExports.download, { params: { id } }),
    // The reply is a file, so this page stays.
    onSuccess: ({ url }) => location.assign(url),
    onError: (failure) => {
      if (!isUnauthorized(failure)) followOutcome(accountOutcomes.dataDownloadFailed, failure)
    },
  })
  return (
    <Button
      variant="outline"
      size="sm"
      pending={download.isPending}
      aria-label="Download the copy of your data"
      onClick={() => download.mutate()}
    >
      Download
    </Button>
  )
}

function stateOf(data: DataExport | undefined): string {
  if (!data) return 'Loading…'
  if (data.state === 'working') return 'We’re making it. We’ll email you when it’s ready.'
  if (data.state === 'late')
    return data.nextAt === null
      ? 'Something went wrong on our side. Request another copy.'
      : 'It’s delayed on our side. We’ll keep trying and email you when it’s ready.'
  if (data.state === 'none' || data.expiresAt === null)
    return 'Everything you’ve stored here, as JSON and CSV'
  return `${sizeText(data.sizeInBytes ?? 0)}, available until ${dayText(utcDay(data.expiresAt))}`
}

/** "12 kB", "3.4 MB". */
const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
