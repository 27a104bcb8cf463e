// The cases beside the one that is open; phones show one of them at a time.
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { go } from '#web/lib/navigation.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { CaseList } from './case-list.tsx'
import { CaseView } from './case-view.tsx'
import { Loaded } from './loaded.tsx'
import { useCase, useCases } from './queries.ts'
import { useKeys } from './use-keys.ts'

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'decided', label: 'Decided' },
] as const

export function Cases({ openId }: { openId: string | undefined }) {
  const [state, setState] = useState<(typeof STATES)[number]['value']>('open')
  const cases = useCases(state)
  const found = useCase(openId)
  const list = cases.data ?? []
  const step = (by: number) => {
    const at = list.findIndex(({ id }) => id === openId)
    const next = list[at === -1 ? 0 : at + by]
    if (next) go(paths.adminCase(next.id))
  }
  useKeys({ j: () => step(1), k: () => step(-1) })
  const openNext = () => {
    const next = list.find(({ id }) => id !== openId)
    go(next && state === 'open' ? paths.adminCase(next.id) : paths.admin('cases'))
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-5">
      <div
        className={classes('grid grid-cols-[minmax(0,1fr)] gap-3', openId !== undefined && 'max-lg:hidden')}
      >
        <FilterChips label="Which cases" options={STATES} value={state} onValueChange={setState} />
        <Loaded query={cases} what="the cases">
          {(rows) =>
            rows.length > 0 ? (
              <CaseList cases={rows} openId={openId} />
            ) : (
              <Card>
                <EmptyState title={state === 'open' ? 'Nothing waits' : 'Nothing was decided yet'}>
                  <p>Reports and appeals come here, those that are due first on top.</p>
                </EmptyState>
              </Card>
            )
          }
        </Loaded>
        <p className="text-small text-ink-3 max-md:hidden">
          Keys: <kbd>J</kbd> and <kbd>K</kbd> open the next and previous case, <kbd>Ctrl</kbd>{' '}
          <kbd>Enter</kbd> decides.
        </p>
      </div>
      {openId !== undefined && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <TextLink href={paths.admin('cases')} className="justify-self-start lg:hidden">
            <ArrowLeft className="icon-sm mr-1 inline align-[-0.15em]" />
            All cases
          </TextLink>
          {(!cases.error || found.data) && (
            <Loaded query={found} what="the case">
              {(data) => <CaseView found={data} onDecided={openNext} />}
            </Loaded>
          )}
        </div>
      )}
    </div>
  )
}
