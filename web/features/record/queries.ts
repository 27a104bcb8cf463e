// Queries about records: a person's, the board, and how one signal's figures are calculated.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { PAGE_SIZE_MAX } from '#shared/limits.ts'
import { type RecordSignal, rankings } from '#shared/contracts/rankings.ts'
import type { SignalOutcome } from '#shared/contracts/outcomes.ts'
import { scores } from '#shared/contracts/scores.ts'
import { statements } from '#shared/contracts/statements.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { call, callPage, type ListPage } from '#web/lib/call.ts'
import { queryKeys as outcomeKeys } from '#web/lib/query-keys.ts'

/**
 * Defined here, because no other feature invalidates them, and the feed's code stays smaller. Names ignore
 * case.
 */
const queryKeys = {
  recordOf: (username: string) => ['record', 'of', username.toLowerCase()],
  recordWeeks: (username: string) => ['record', 'weeks', username.toLowerCase()],
  recordSignals: (username: string) => ['record', 'signals', username.toLowerCase()],
  allRecordSignals: (username: string) => ['record', 'all-signals', username.toLowerCase()],
  board: (ticker: string | null) => ['record', 'board', ticker],
  newcomers: ['record', 'newcomers'],
  statements: (username: string, ticker: string) => ['record', 'statements', username.toLowerCase(), ticker],
}

/** Records change once a day, but a page may stay open. */
const KEPT_MS = 300_000

export const usePersonRecord = (username: string) =>
  useQuery({
    queryKey: queryKeys.recordOf(username),
    queryFn: () => call(rankings.person, { params: { username } }),
    // The first signals of a new record are counted within seconds.
    staleTime: ({ state }) => (state.data?.signals.posted ? KEPT_MS : 0),
  })

export const useRecordWeeks = (username: string) =>
  useQuery({
    queryKey: queryKeys.recordWeeks(username),
    queryFn: () => call(rankings.days, { params: { username } }),
    staleTime: KEPT_MS,
  })

/** Everything that a person published about a ticker in 12 months. */
export const useStatements = (username: string, ticker: string) =>
  useQuery({
    queryKey: queryKeys.statements(username, ticker),
    queryFn: () => call(statements.about, { params: { username, ticker } }),
  })

export const useRecordSignals = (username: string) =>
  useInfiniteQuery({
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ListPage<SignalOutcome>) => page.next,
    queryKey: queryKeys.recordSignals(username),
    queryFn: ({ pageParam: cursor }) =>
      callPage(rankings.signals, { params: { username }, query: { cursor } }),
  })

/** All pages, for a filter or a file. */
export const useAllRecordSignals = (username: string, enabled: boolean) =>
  useQuery({
    queryKey: queryKeys.allRecordSignals(username),
    queryFn: () => readAllSignals(username),
    staleTime: KEPT_MS,
    enabled,
  })

export async function readAllSignals(username: string): Promise<RecordSignal[]> {
  const all: RecordSignal[] = []
  let cursor: string | undefined
  do {
    const page: ListPage<RecordSignal> = await callPage(rankings.signals, {
      params: { username },
      query: { cursor, limit: PAGE_SIZE_MAX },
    })
    all.push(...page.items)
    cursor = page.next
  } while (cursor !== undefined)
  return all
}

export const useBoard = (ticker: string | null) =>
  useQuery({
    queryKey: queryKeys.board(ticker),
    queryFn: () => call(rankings.board, { query: { ticker: ticker ?? undefined } }),
    placeholderData: keepPreviousData,
    staleTime: KEPT_MS,
  })

export const useNewcomers = () =>
  useQuery({
    queryKey: queryKeys.newcomers,
    queryFn: () => call(rankings.newcomers),
    staleTime: KEPT_MS,
  })

/** Whether the person doesn't exist or is hidden. */
export const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** One signal with every price that its result is calculated from; null if the server doesn't know it. */
export const useScore = (signalId: string) =>
  useQuery({
    queryKey: outcomeKeys.score(signalId),
    queryFn: () =>
      call(scores.signal, { params: { id: signalId } }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }),
    staleTime: KEPT_MS,
  })
