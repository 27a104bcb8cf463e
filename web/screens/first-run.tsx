// The first run, once after registration: the tickers that a new person owns or watches, then people who call them,
// then their feed. Each step can be skipped, and all of it is on the watch list and on Discover later.
import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { PeopleByRecord } from '#web/features/follows/people-by-record.tsx'
import { FirstTickers } from '#web/features/tickers/first-tickers.tsx'
import { useWatchlist } from '#web/features/tickers/watchlist-queries.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { useViewer } from '#web/lib/session.tsx'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { HeaderBar, HeaderLink } from '#web/ui/header.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Column } from '#web/ui/page.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

export default function FirstRun() {
  const step = new URLSearchParams(useSearch()).get('step') === 'people' ? 2 : 1
  useTitleAndFocus(step === 1 ? 'Your tickers' : 'People to follow')
  useEffect(() => {
    if (step > 0) scrollTo(0, 0)
  }, [step])
  return (
    <div className="flex min-h-dvh flex-col">
      <HeaderBar
        left={
          <HeaderLink href={paths.feed} className="justify-items-start">
            <Logo />
          </HeaderLink>
        }
        right={
          <Button asChild variant="ghost" size="sm">
            <a href={step === 1 ? paths.firstPeople : paths.firstFeed}>Skip</a>
          </Button>
        }
      />
      {/* Focused links and buttons scroll into view above the footer. */}
      <Column className="w-full flex-1 [&_a]:scroll-mb-20 [&_button]:scroll-mb-20">
        <Progress step={step} />
        {step === 1 ? <TickersStep /> : <PeopleStep />}
      </Column>
      <Foot step={step} />
    </div>
  )
}

const Progress = ({ step }: { step: number }) => (
  <div role="img" aria-label={`Step ${step} of 3`} className="grid grid-cols-3 gap-1">
    {[1, 2, 3].map((part) => (
      <span
        key={part}
        className={classes(
          'h-1 rounded-full forced-colors:border',
          part <= step ? 'bg-brand-solid forced-colors:bg-[Highlight]' : 'bg-line-strong',
        )}
      />
    ))}
  </div>
)

const Head = ({ title, about }: { title: string; about: string }) => (
  <div className="grid gap-1">
    <h1 className="text-heading font-strong text-balance">{title}</h1>
    <p className="text-pretty text-ink-2">{about}</p>
  </div>
)

const TickersStep = () => (
  <>
    <Head
      title="Which tickers do you own or watch?"
      about="We’ll show you who posts on them and how it went. Only you see this list."
    />
    <FirstTickers />
  </>
)

const PeopleStep = () => (
  <>
    <PeopleByRecord
      renderHead={(callsAny) => (
        <Head
          title={callsAny ? 'People posting on your tickers' : 'People to follow'}
          about="Suggested by track record. Nobody pays to be here."
        />
      )}
    />
    <p className="text-small">
      <TextLink href={paths.method}>How scoring works</TextLink>
    </p>
  </>
)

/** What was chosen so far, and the next step. */
function Foot({ step }: { step: number }) {
  const { data: watched = [] } = useWatchlist()
  const { followingCount } = useViewer()
  const chosen = watched.filter(({ isRemoved }) => !isRemoved).length
  return (
    <footer className="sticky bottom-0 z-20 border-t border-line bg-raised">
      <div className="mx-auto flex max-w-[calc(var(--container-column)+2*var(--gutter))] flex-wrap items-center gap-3 px-(--gutter) pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]">
        <p role="status" className="text-small text-ink-2 tabular-nums">
          {step === 1 ? `${formatCount(chosen)} chosen` : `${formatCount(followingCount)} following`}
        </p>
        <Button asChild className="flex-1 md:ml-auto md:min-w-48 md:flex-none">
          <a href={step === 1 ? paths.firstPeople : paths.firstFeed}>
            {step === 1 ? 'Continue' : 'Show my feed'}
          </a>
        </Button>
      </div>
    </footer>
  )
}
