// The data sources of pages for visitors: the readers behind the app's own calls, so that both show the same figures.
import type { z } from 'zod'
import type { delivery } from '#shared/contracts/delivery.ts'
import type { notices } from '#shared/contracts/notices.ts'
import type { rankings, RecordSignal } from '#shared/contracts/rankings.ts'
import type { record } from '#shared/contracts/record.ts'
import type { SignalOutcome } from '#shared/contracts/outcomes.ts'
import type { scores } from '#shared/contracts/scores.ts'
import type { statements } from '#shared/contracts/statements.ts'
import type { NamedTicker, TickerCalls, tickers } from '#shared/contracts/tickers.ts'
import type { Wire } from '#shared/endpoint.ts'
import type { LegalDocuments } from '#shared/visitor-page.ts'

type Visitor = null
type Outcomes = { outcomes: z.input<typeof RecordSignal>[]; next: string | null }

/** Passed in by the composition root, because they belong to other features. Each returns what a visitor may see. */
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
  statements: (username: string, ticker: string) => Promise<Wire<typeof statements.about>>
  outcomes: (ids: readonly string[]) => Promise<z.input<typeof SignalOutcome>[]>
  score: (signalId: string) => Promise<Wire<typeof scores.signal>>
  delivery: (signalId: string) => Promise<Wire<typeof delivery.receipt>>
  log: () => Promise<Wire<typeof record.log>>
  transparency: () => Promise<Wire<typeof notices.transparency>>
  documents: () => Promise<LegalDocuments>
  tickers: {
    nameOf: (ticker: string) => Promise<string | undefined>
    calls: (viewerId: string, ticker: string) => Promise<z.input<typeof TickerCalls>>
    /** Best match first. */
    search: (text: string, limit: number) => Promise<z.input<typeof NamedTicker>[]>
    /** Half a year of closes and returns. */
    prices: (ticker: string) => Promise<Wire<typeof tickers.prices>>
  }
  /** The newest public people whose names match. */
  people: (text: string) => Promise<{ id: string }[]>
  /** The picture of a free signal's text, used before there is a result. */
  signalPicture: (signalId: string) => Promise<Buffer>
}
