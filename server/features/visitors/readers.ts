// What a page for visitors is made of: the readers behind the app's own calls, so that both show the same figures.
import type { z } from 'zod'
import type { rankings } from '#shared/contracts/rankings.ts'
import type { record } from '#shared/contracts/record.ts'
import type { SignalOutcome } from '#shared/contracts/outcomes.ts'
import type { scores } from '#shared/contracts/scores.ts'
import type { TickerCalls } from '#shared/contracts/tickers.ts'
import type { Wire } from '#shared/endpoint.ts'
import type { LegalDocuments } from '#server/features/legal/documents.ts'
import type { LinkPreview } from '#server/http/head-tags.ts'

type Visitor = null
type Outcomes = { outcomes: z.input<typeof SignalOutcome>[]; next: string | null }

/** Passed in by the composition root, because they belong to other features. Each answers as for a visitor. */
export type Readers = {
  records: {
    person: (viewer: Visitor, username: string) => Promise<Wire<typeof rankings.person>>
    weeks: (viewer: Visitor, username: string) => Promise<Wire<typeof rankings.days>>
    signals: (
      viewer: Visitor,
      username: string,
      page: { limit: number; cursor?: string | undefined },
    ) => Promise<Outcomes>
    board: (viewer: Visitor) => Promise<Wire<typeof rankings.board>>
    newcomers: (viewer: Visitor) => Promise<Wire<typeof rankings.newcomers>>
  }
  outcomes: (ids: readonly string[]) => Promise<z.input<typeof SignalOutcome>[]>
  score: (signalId: string) => Promise<Wire<typeof scores.signal>>
  log: () => Promise<Wire<typeof record.log>>
  documents: () => Promise<LegalDocuments>
  tickers: {
    nameOf: (ticker: string) => Promise<string | undefined>
    calls: (viewerId: string, ticker: string) => Promise<z.input<typeof TickerCalls>>
  }
  /** The picture of a link to a page of the app. */
  preview: (path: string) => Promise<LinkPreview>
}
