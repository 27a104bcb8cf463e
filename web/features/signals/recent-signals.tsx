// A person's own signals, newest first, on their profile.
import type { ReactNode } from 'react'
import { SectionHead } from '#web/ui/section-head.tsx'
import { useSignalsOf } from './queries.ts'
import { SignalList } from './signal-list.tsx'

export function RecentSignals({ userId, empty }: { userId: string; empty: ReactNode }) {
  const query = useSignalsOf(userId)
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-5" aria-labelledby="recent-signals">
      <SectionHead id="recent-signals">Recent Signals</SectionHead>
      <SignalList name="the signals" query={query} empty={empty} />
    </section>
  )
}
