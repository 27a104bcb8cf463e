// Renders pages for visitors on the server, with the app's components (docs/decisions/0062). `vite.config.ts` builds it with the
// files of this folder in place of those that need a browser.
import { setPage } from './globals.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import type { z } from 'zod'
import { delivery } from '#shared/contracts/delivery.ts'
import { notices } from '#shared/contracts/notices.ts'
import { rankings, RecordSignal } from '#shared/contracts/rankings.ts'
import { record as logContract } from '#shared/contracts/record.ts'
import { SignalOutcome } from '#shared/contracts/outcomes.ts'
import { scores } from '#shared/contracts/scores.ts'
import { Signal } from '#shared/contracts/signals.ts'
import { statements } from '#shared/contracts/statements.ts'
import { NamedTicker, TickerCalls, TickerPrices } from '#shared/contracts/tickers.ts'
import { Author, User } from '#shared/contracts/users.ts'
import type { RenderedPage, VisitorFrame, VisitorPage } from '#shared/visitor-page.ts'
import { shownIn } from '#web/features/record/record-filter.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import Landing from '#web/screens/landing.tsx'
import { DocumentPage } from '#web/screens/public/document-page.tsx'
import { DiscoverPage } from '#web/screens/public/discover-page.tsx'
import { MissingEmbed, RecordEmbed, SignalEmbed } from '#web/screens/public/embeds.tsx'
import {
  LogPage,
  MethodPage,
  RulesForVisitors,
  TransparencyForVisitors,
  VerifyPage,
} from '#web/screens/public/open-pages.tsx'
import { MissingPage } from '#web/screens/public/missing-page.tsx'
import { RecordPage } from '#web/screens/public/record-page.tsx'
import { SignalPage } from '#web/screens/public/signal-page.tsx'
import { StatementsPage } from '#web/screens/public/statements-page.tsx'
import { TickerPage } from '#web/screens/public/ticker-page.tsx'
import { aboutPage } from './about-page.ts'

/** The query cache entries that a page's components read. */
type Known = [key: readonly unknown[], data: unknown][]

export function render(page: VisitorPage, frame: VisitorFrame): RenderedPage {
  setPage(
    { origin: frame.publicUrl, hasSamplePrices: frame.hasSamplePrices },
    page.kind === 'landing' ? page.example : null,
  )
  const { element, known = [] } = elementOf(page, frame)
  const client = new QueryClient()
  for (const [key, data] of known) client.setQueryData(key, data)
  const tree = (
    <QueryClientProvider client={client}>
      <Router ssrPath="/" ssrSearch="">
        {element}
      </Router>
    </QueryClientProvider>
  )
  // The landing page is hydrated when a dialog opens; the others never are.
  const body = page.kind === 'landing' ? renderToString(element) : renderToStaticMarkup(tree)
  client.clear()
  return { ...aboutPage(page, frame), body }
}

const decoded = <Schema extends z.ZodType>(schema: Schema, wire: z.input<Schema>): z.output<Schema> =>
  schema.parse(wire)
const listed = (page: Extract<VisitorPage, { kind: 'record' | 'ticker' }>) => ({
  trades: page.trades.map(({ by, ...trade }) => ({ ...decoded(RecordSignal, trade), by })),
  older: page.older,
  isOlder: page.isOlder,
})

function elementOf(page: VisitorPage, frame: VisitorFrame): { element: ReactElement; known?: Known } {
  switch (page.kind) {
    case 'record':
      return {
        element: (
          <RecordPage
            frame={frame}
            person={decoded(User, page.person)}
            record={decoded(rankings.person.reply, page.record)}
            weeks={decoded(rankings.days.reply, page.weeks)}
            show={shownIn(`?show=${page.show}`)}
            {...listed(page)}
          />
        ),
      }
    case 'signal': {
      const score = decoded(scores.signal.reply, page.score)
      return {
        element: (
          <SignalPage
            frame={frame}
            person={decoded(User, page.person)}
            record={decoded(rankings.person.reply, page.record)}
            signal={decoded(Signal, page.signal)}
            score={score}
            delivery={decoded(delivery.receipt.reply, page.delivery)}
          />
        ),
        known: [[queryKeys.outcome(score.signalId), decoded(SignalOutcome, page.score)]],
      }
    }
    case 'statements':
      return { element: <StatementsPage frame={frame} list={decoded(statements.about.reply, page.list)} /> }
    case 'record-embed':
      return {
        element: (
          <RecordEmbed
            frame={frame}
            person={decoded(User, page.person)}
            record={decoded(rankings.person.reply, page.record)}
          />
        ),
      }
    case 'signal-embed':
      return {
        element: (
          <SignalEmbed
            frame={frame}
            person={decoded(User, page.person)}
            record={decoded(rankings.person.reply, page.record)}
            signal={decoded(Signal, page.signal)}
            score={decoded(scores.signal.reply, page.score)}
          />
        ),
        known: [[queryKeys.outcome(page.score.signalId), decoded(SignalOutcome, page.score)]],
      }
    case 'missing-embed':
      return { element: <MissingEmbed what={page.what} /> }
    case 'ticker':
      return {
        element: (
          <TickerPage
            frame={frame}
            ticker={decoded(NamedTicker, page.ticker)}
            calls={decoded(TickerCalls, page.calls)}
            prices={page.prices && decoded(TickerPrices, page.prices)}
            isSample={page.isSample}
            {...listed(page)}
          />
        ),
      }
    case 'discover':
      return {
        element: (
          <DiscoverPage
            frame={frame}
            board={decoded(rankings.board.reply, page.board)}
            newcomers={decoded(rankings.newcomers.reply, page.newcomers)}
            filter={page.filter}
            found={
              page.found && {
                text: page.found.text,
                people: page.found.people.map((person) => decoded(Author, person)),
                tickers: page.found.tickers.map((one) => decoded(NamedTicker, one)),
              }
            }
          />
        ),
      }
    case 'log':
      return {
        element: <LogPage frame={frame} />,
        known: [[queryKeys.log, decoded(logContract.log.reply, page.state)]],
      }
    case 'method':
      return { element: <MethodPage frame={frame} /> }
    case 'verify':
      return { element: <VerifyPage frame={frame} /> }
    case 'rules':
      return { element: <RulesForVisitors frame={frame} /> }
    case 'transparency':
      return {
        element: <TransparencyForVisitors frame={frame} />,
        known: [[queryKeys.transparency, decoded(notices.transparency.reply, page.figures)]],
      }
    case 'document':
      return { element: <DocumentPage frame={frame} page={page} /> }
    case 'missing':
      return { element: <MissingPage frame={frame} what={page.what} /> }
    case 'landing':
      return { element: <Landing /> }
  }
}
