// The cases beside the one that is open; phones show one of them at a time.
import { ArrowLeft, Plus } from 'lucide-react'
import { useState } from 'react'
import { go } from '#web/lib/navigation.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { CaseList } from './case-list.tsx'
import { CaseView } from './case-view.tsx'
import { Loaded } from './loaded.tsx'
import { OpenCaseDialog } from './open-case-dialog.tsx'
import { useCase, useCases } from './queries.ts'
import { useKeys } from './use-keys.ts'

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'mine', label: 'Mine' },
  { value: 'decided', label: 'Decided' },
] as const

type State = (typeof STATES)[number]['value']
const EMPTY: Record<State, { title: string; text: string }> = {
  open: { title: 'No open cases', text: 'Reports and appeals appear here, soonest due first.' },
  mine: {
    title: 'No claimed cases',
    text: 'When you claim a case, other moderators see for an hour that you’re working on it.',
  },
  decided: { title: 'No decided cases yet', text: 'Decided cases appear here, newest first.' },
}

export function Cases({ openId }: { openId: string | undefined }) {
  const [state, setState] = useState<State>('open')
  const [isOpening, setIsOpening] = useState(false)
  const cases = useCases(state)
  const found = useCase(openId)
  const list = cases.data ?? []
  const row = list.find(({ id }) => id === openId)
  const step = (by: number) => {
    const at = list.findIndex(({ id }) => id === openId)
    const next = list[at === -1 ? 0 : at + by]
    if (next) go(paths.adminCase(next.id))
  }
  useKeys({ j: () => step(1), k: () => step(-1) })
  const openNext = () => {
    // Skips cases that other moderators hold.
    const next = list.find(({ id, claim }) => id !== openId && (claim === null || claim.isYours))
    go(next && state !== 'decided' ? paths.adminCase(next.id) : paths.admin('cases'))
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-5">
      <div
        className={classes('grid grid-cols-[minmax(0,1fr)] gap-3', openId !== undefined && 'max-lg:hidden')}
      >
        <div className="flex flex-wrap items-center justify-between gap-2">
          <FilterChips label="Which cases" options={STATES} value={state} onValueChange={setState} />
          <IconButton icon={Plus} label="Open a case" onClick={() => setIsOpening(true)} />
        </div>
        <Loaded query={cases} what="the cases">
          {(rows) =>
            rows.length > 0 ? (
              <CaseList cases={rows} openId={openId} />
            ) : (
              <Card>
                <EmptyState title={EMPTY[state].title}>
                  <p>{EMPTY[state].text}</p>
                </EmptyState>
              </Card>
            )
          }
        </Loaded>
        <p className="text-small text-ink-3 max-md:hidden">
          Keys: <kbd>J</kbd> and <kbd>K</kbd> open the next and previous case, <kbd>C</kbd> claims or releases
          it, <kbd>Ctrl</kbd> <kbd>Enter</kbd> decides.
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
              {(data) => (
                // The claim comes from the list, which is polled. The case is read once, because that is recorded.
                <CaseView found={data} claim={(row ?? data).claim} onDecided={openNext} />
              )}
            </Loaded>
          )}
        </div>
      )}
      {isOpening && <OpenCaseDialog onClose={() => setIsOpening(false)} />}
    </div>
  )
}
