// The figures of the day, the cases that are due next, and what needs attention.
import type { ReactNode } from 'react'
import type { Overview as Figures } from '#shared/contracts/admin.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { dateAndTime, dollars } from '#web/lib/money-and-dates.ts'
import { paths } from '#web/paths.ts'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { CaseList } from './case-list.tsx'
import { JobRows } from './jobs.tsx'
import { Loaded } from './loaded.tsx'
import { People } from './people.tsx'
import { useCases, useJobs, useOverview } from './queries.ts'

const SHOWN = 3

export function Overview() {
  return (
    <Loaded query={useOverview()} what="the figures">
      {(figures) => (
        <>
          <KeyFigures figures={figures} />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-5 lg:grid-cols-2">
            <DueNext total={figures.openCases} />
            <NeedsAHand />
          </div>
          <People max={5} />
        </>
      )}
    </Loaded>
  )
}

type Figure = { label: string; value: string; note: string; isBad?: boolean }

const signed = (difference: number) =>
  difference === 0
    ? 'As many as'
    : `${difference > 0 ? '+' : '−'}${formatCount(Math.abs(difference))} against`
const counted = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`

function figuresOf(day: Figures): Figure[] {
  return [
    {
      label: 'New people',
      value: formatCount(day.newPeople),
      note: `${signed(day.newPeople - day.newPeopleWeekBefore)} the same day last week`,
    },
    { label: 'Signals', value: formatCount(day.signals), note: `${formatCount(day.logSize)} in the log` },
    { label: 'Payments', value: dollars(day.paidInCents), note: `${formatCount(day.payments)} paid` },
    {
      label: 'Refunds',
      value: dollars(day.refundedInCents),
      note: `${counted(day.refunds, 'refund')}, ${counted(day.disputes, 'dispute')}`,
    },
    {
      label: 'Emails',
      value: `${formatCount(day.emailsSent)} sent`,
      note: `${formatCount(day.emailsWaiting)} waiting, ${formatCount(day.emailsSuppressed)} addresses bounced`,
    },
    {
      label: 'Cases',
      value: `${formatCount(day.openCases)} open`,
      note: day.lateCases === 0 ? 'None late' : `${formatCount(day.lateCases)} late`,
      isBad: day.lateCases > 0,
    },
    {
      label: 'Failed jobs',
      value: formatCount(day.failedJobs),
      note: day.oldestFailedAt ? `Oldest ${dateAndTime(day.oldestFailedAt)}` : 'All done or retried',
      isBad: day.failedJobs > 0,
    },
    {
      label: 'Waitlist',
      value: formatCount(day.waitlist),
      note: counted(day.people, 'account'),
    },
  ]
}

const KeyFigures = ({ figures }: { figures: Figures }) => (
  <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line shadow-card max-[22rem]:grid-cols-1 md:grid-cols-4">
    {figuresOf(figures).map(({ label, value, note, isBad = false }) => (
      <div key={label} className="grid content-start gap-0.5 bg-surface p-4 md:px-5">
        <dt className="text-small text-ink-2">{label}</dt>
        <dd className={classes('text-lead font-strong tabular-nums wrap-anywhere', isBad && 'text-loss')}>
          {value}
        </dd>
        <dd className="text-small wrap-anywhere text-ink-2">{note}</dd>
      </div>
    ))}
  </dl>
)

type PartProps = { id: string; title: string; all?: { href: string; text: string }; children: ReactNode }
const Part = ({ id, title, all, children }: PartProps) => (
  <CardList as="section" aria-labelledby={id}>
    <CardHead>
      <h2 id={id} className="text-title font-strong">
        {title}
      </h2>
      {all && <TextLink href={all.href}>{all.text}</TextLink>}
    </CardHead>
    {children}
  </CardList>
)
const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="px-4 py-3 text-small text-ink-2 md:px-5">{children}</p>
)

function DueNext({ total }: { total: number }) {
  const { data = [] } = useCases('open')
  return (
    <Part
      id="due-next"
      title="Cases due next"
      {...(total > 0 && { all: { href: paths.admin('cases'), text: `All ${formatCount(total)}` } })}
    >
      {data.length > 0 ? (
        <CaseList cases={data.slice(0, SHOWN)} isBare />
      ) : (
        <Nothing>Nothing waits for a decision.</Nothing>
      )}
    </Part>
  )
}

function NeedsAHand() {
  const { data } = useJobs()
  return (
    <Part id="needs-a-hand" title="Needs a hand" all={{ href: paths.admin('jobs'), text: 'Jobs' }}>
      {data && data.jobs.length + data.events.length > 0 ? (
        <JobRows jobs={data.jobs.slice(0, SHOWN)} events={data.events.slice(0, SHOWN)} />
      ) : (
        <Nothing>Every job is done, and every payment event is processed.</Nothing>
      )}
    </Part>
  )
}

/** The line at the top of the page: when the figures were read, in New York time. */
export const asOfText = (at: Date): string => {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'America/New_York' }).format(at)
  const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'America/New_York' }).format(
    at,
  )
  return `${day} · as of ${time} New York`
}
