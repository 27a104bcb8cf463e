// What everybody wrote about one ticker, newest first.
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useSignalsAbout } from './queries.ts'
import { SignalList } from './signal-list.tsx'

export function TickerFeed({ ticker }: { ticker: string }) {
  return (
    <>
      <div className="grid gap-1">
        <h1 className="text-title font-strong wrap-anywhere">${ticker}</h1>
        <p className="text-small text-ink-2">Signals from everyone, newest first</p>
      </div>
      <SignalList
        name="the signals"
        query={useSignalsAbout(ticker)}
        empty={
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
        }
      />
    </>
  )
}
