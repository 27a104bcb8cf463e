// The page of a ticker: its price with the signals about it, who posts on it, and the signals.
import { useState } from 'react'
import type { PricePeriod } from '#shared/contracts/tickers.ts'
import { Suggestions } from '#web/features/follows/suggestions.tsx'
import { CardOutcome } from '#web/features/record/outcome.tsx'
import { useSignalsAbout } from '#web/features/signals/queries.ts'
import { SignalList } from '#web/features/signals/signal-list.tsx'
import { Callers } from '#web/features/tickers/callers.tsx'
import { RecordsOn } from '#web/features/tickers/records-on.tsx'
import { usePricesOver, useTickerCalls } from '#web/features/tickers/queries.ts'
import { TickerCard } from '#web/features/tickers/ticker-card.tsx'
import { WatchlistCard } from '#web/features/tickers/watchlist.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Column, useHasAside } from '#web/ui/page.tsx'
import { SectionHead } from '#web/ui/section-head.tsx'

export default function TickerPage({ ticker }: { ticker: string }) {
  const [period, setPeriod] = useState<PricePeriod>('6M')
  const prices = usePricesOver(ticker, period)
  const { data: calls } = useTickerCalls(ticker, period)
  const hasAside = useHasAside()
  const callers = (
    <>
      <RecordsOn ticker={ticker} calls={calls} pathOf={paths.profile} />
      <Callers calls={calls} period={period} />
    </>
  )
  return (
    <Column
      beside={
        <>
          {callers}
          <WatchlistCard except={ticker} />
          <Suggestions folded />
        </>
      }
    >
      <TickerCard {...{ ticker, period, prices, calls }} onPeriodChange={setPeriod} />
      {!hasAside && callers}
      <section className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-5" aria-labelledby="ticker-signals">
        <SectionHead id="ticker-signals">Signals</SectionHead>
        <SignalList
          name="the signals"
          query={useSignalsAbout(ticker)}
          as="signed-row"
          Outcome={CardOutcome}
          empty={<NoSignals ticker={ticker} />}
        />
      </section>
    </Column>
  )
}

const NoSignals = ({ ticker }: { ticker: string }) => (
  <Card>
    <EmptyState
      action={
        <Button asChild variant="outline">
          <a href={paths.everyone}>See everyone</a>
        </Button>
      }
    >
      No signals about ${ticker} yet.
    </EmptyState>
  </Card>
)
