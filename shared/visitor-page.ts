// What the server passes to the code that renders a page for visitors: replies of the API as a visitor gets them.
import type { z } from 'zod'
import type { delivery } from './contracts/delivery.ts'
import type { notices } from './contracts/notices.ts'
import type { rankings } from './contracts/rankings.ts'
import type { record } from './contracts/record.ts'
import type { RecordSignal } from './contracts/rankings.ts'
import type { SignalOutcome } from './contracts/outcomes.ts'
import type { statements } from './contracts/statements.ts'
import type { scores } from './contracts/scores.ts'
import type { Signal } from './contracts/signals.ts'
import type { NamedTicker, TickerCalls, tickers } from './contracts/tickers.ts'
import type { Author, User } from './contracts/users.ts'
import type { Wire } from './endpoint.ts'
import type { SignupMode } from './contracts/system.ts'

/**
 * How a signal did, and the beginning of its text if visitors may read it. `by`: its author, in a list of trades by
 * several people.
 */
export type ListedTrade = z.input<typeof RecordSignal> & { by?: string }

/** The filters of a record's trades. */
export const TRADE_FILTERS = ['all', 'open', 'closed', 'ahead', 'behind', 'worst', 'unscored'] as const
export type TradeFilter = (typeof TRADE_FILTERS)[number]
/** The filters of the board on the page for visitors. */
export const BOARD_FILTERS = ['short', 'long', 'free', 'under15'] as const
export type BoardFilter = (typeof BOARD_FILTERS)[number]

/** The texts of the operator, each at its own address. */
export const DOCUMENTS = ['terms', 'privacy', 'refunds', 'help'] as const
export type DocumentName = (typeof DOCUMENTS)[number]
export type LegalDocument = {
  title: string
  description: string
  /** The day of the last change. */
  updated: string
  /** Never contains scripts, styles or raw HTML, regardless of what is in the file. */
  html: string
  /** What the operator still has to fill in, in the words of the file or as the name of a setting. */
  blanks: string[]
  /** SHA-256 of the file with its values filled in, in hex. */
  version: string
}
export type LegalDocuments = Record<DocumentName, LegalDocument>

type Person = { person: z.input<typeof User>; record: Wire<typeof rankings.person> }

export type VisitorPage =
  | (Person & {
      kind: 'record'
      weeks: Wire<typeof rankings.days>
      trades: ListedTrade[]
      /** The address of the next block of older signals. */
      older: string | null
      /** Whether this is a later block. */
      isOlder: boolean
      show: TradeFilter
    })
  | (Person & {
      kind: 'signal'
      signal: z.input<typeof Signal>
      score: Wire<typeof scores.signal>
      /** Null until it has reached all its readers. */
      delivery: Wire<typeof delivery.receipt>
    })
  | { kind: 'statements'; list: Wire<typeof statements.about> }
  | (Person & { kind: 'record-embed' })
  | (Person & { kind: 'signal-embed'; signal: z.input<typeof Signal>; score: Wire<typeof scores.signal> })
  | {
      kind: 'ticker'
      ticker: z.input<typeof NamedTicker>
      calls: z.input<typeof TickerCalls>
      /** Null where prices may not be shown. */
      prices: Wire<typeof tickers.prices> | null
      trades: ListedTrade[]
      older: string | null
      isOlder: boolean
      isSample: boolean
    }
  | {
      kind: 'discover'
      board: Wire<typeof rankings.board>
      newcomers: Wire<typeof rankings.newcomers>
      filter: BoardFilter | null
      /** What a search found, instead of the lists. */
      found: FoundByName | null
    }
  | { kind: 'log'; state: Wire<typeof record.log> }
  | { kind: 'method' }
  | { kind: 'verify' }
  | { kind: 'rules' }
  | { kind: 'transparency'; figures: Wire<typeof notices.transparency> }
  | {
      kind: 'document'
      name: DocumentName
      title: string
      description: string
      updated: string
      html: string
    }
  | { kind: 'landing'; example: LandingRecord }
  | { kind: 'missing' | 'missing-embed'; what: 'person' | 'signal' | 'ticker' | 'page' }

export type FoundByName = {
  text: string
  people: z.input<typeof Author>[]
  tickers: z.input<typeof NamedTicker>[]
}

/** One real record on the landing page, with its last trades, including a losing one. */
export type LandingRecord = Person & { outcomes: z.input<typeof SignalOutcome>[] }

/** The values that are the same on all pages of a server. */
export type VisitorFrame = {
  publicUrl: string
  signupMode: z.output<typeof SignupMode>
  hasSamplePrices: boolean
}

/** What the page says about itself to browsers and search engines. */
export type RenderedPage = { title: string; description: string; body: string; data: object | null }
