// What the draft of a signal would count as, from the server's rule.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type PreviewPart, signalPreview } from '#shared/contracts/signal-preview.ts'
import { onlyCloses } from '#shared/rules/signal-details.ts'
import { call } from '#web/lib/call.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { addTickers, type SignalDraft } from './signal-draft.ts'

/** The wait after the last change of the draft. */
const DELAY_MS = 200
/** A preview names the next close, and other signals may be scored meanwhile. */
const KEPT_MS = 30_000

type Asked = Pick<
  SignalDraft,
  'signalType' | 'tickers' | 'typed' | 'timeHorizon' | 'does' | 'intent' | 'isPremium'
>

/** The last preview stays while the next one loads. `isError`: the newest one couldn't be loaded. */
export function useSignalPreview(draft: Asked, isEnabled: boolean) {
  const query = useSettled(JSON.stringify(queryOf(draft)))
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.signalPreview(query),
    queryFn: () => call(signalPreview.preview, { query: JSON.parse(query) as ReturnType<typeof queryOf> }),
    placeholderData: keepPreviousData,
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    enabled: isEnabled,
  })
  return { preview: data, isError, retry: () => void refetch() }
}

function queryOf({ signalType, tickers, typed, timeHorizon, does, intent, isPremium }: Asked) {
  // A symbol that was typed but not added is posted, too.
  const { tickers: all } = addTickers(tickers, typed)
  return {
    type: signalType,
    tickers: all.join(','),
    horizon: timeHorizon ?? '',
    only: onlyCloses({ onlyCloses: does === 'close', intent }) ? 'close' : '',
    premium: isPremium ? ('true' as const) : ('false' as const),
  }
}

/** The value once it hasn't changed for a while. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DELAY_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Whether the signal would close an open trade in this ticker, or end at the same close. */
export const hasOpposite = ({ side, open }: PreviewPart): boolean => open !== null && open.side !== side
