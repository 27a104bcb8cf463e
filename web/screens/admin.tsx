// The pages of moderators and administrators. Everybody else gets "not found".
import { useEffect, useState } from 'react'
import { ShieldCheck } from 'lucide-react'
import { useParams } from 'wouter'
import { Audit } from '#web/features/admin/audit.tsx'
import { Cases } from '#web/features/admin/cases.tsx'
import { Emails } from '#web/features/admin/emails.tsx'
import { Jobs } from '#web/features/admin/jobs.tsx'
import { asOfText, Overview } from '#web/features/admin/overview.tsx'
import { Payments } from '#web/features/admin/payments.tsx'
import { People } from '#web/features/admin/people.tsx'
import { useCases } from '#web/features/admin/queries.ts'
import { Waitlist } from '#web/features/admin/waitlist.tsx'
import { EscalatedRequests } from '#web/features/refunds/refund-requests.tsx'
import { go } from '#web/lib/navigation.ts'
import { useViewer } from '#web/lib/session.tsx'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { type AdminSection, paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Wide } from '#web/ui/page.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { NotFound } from './not-found.tsx'

const SECTIONS: { value: AdminSection; label: string; isForModerators?: true }[] = [
  { value: 'overview', label: 'Overview' },
  { value: 'cases', label: 'Cases', isForModerators: true },
  { value: 'people', label: 'People', isForModerators: true },
  { value: 'waitlist', label: 'Waitlist' },
  { value: 'payments', label: 'Payments' },
  { value: 'jobs', label: 'Jobs' },
  { value: 'emails', label: 'Emails' },
  { value: 'audit', label: 'Audit log' },
]

export default function Admin() {
  const { section, id } = useParams<{ section?: string; id?: string }>()
  const { role } = useViewer()
  const open = SECTIONS.filter(({ isForModerators }) => isForModerators || role === 'administrator')
  const shown = open.find(({ value }) => value === (section ?? open[0]?.value))
  return role === null || !shown ? <NotFound /> : <Sections open={open} shown={shown} id={id} />
}

type Section = (typeof SECTIONS)[number]

function Sections({ open, shown, id }: { open: Section[]; shown: Section; id: string | undefined }) {
  useTitleAndFocus(`${shown.label} · Admin`)
  const [openedAt] = useState(() => new Date())
  // On phones, the tabs scroll.
  useEffect(() => {
    document.querySelector('#content [role=tab][aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the selected tab is found in the document
  }, [shown.value])
  const { data: cases, isSuccess } = useCases('open')
  const label = (section: Section) =>
    section.value === 'cases' && cases && cases.length > 0 ? (
      <>
        Cases <span className="tabular-nums">{cases.length}</span>
      </>
    ) : (
      section.label
    )
  return (
    <Wide>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="grid gap-1">
          <h1 className="text-heading font-strong">Admin</h1>
          <p className="text-small text-ink-2">{asOfText(openedAt)}</p>
        </div>
        {isSuccess && (
          <Badge tone="gain" icon={ShieldCheck}>
            Signed in with second factor
          </Badge>
        )}
      </div>
      <Tabs
        label="Admin"
        className="grid-cols-[minmax(0,1fr)]"
        value={shown.value}
        onValueChange={(value) => go(paths.admin(value))}
        tabs={open.map((section) => ({ value: section.value, label: label(section) }))}
      >
        <TabPanel value={shown.value}>
          {shown.value === 'overview' && <Overview />}
          {shown.value === 'cases' && <Cases openId={id} />}
          {shown.value === 'people' && <People />}
          {shown.value === 'waitlist' && <Waitlist />}
          {shown.value === 'payments' && (
            <>
              <EscalatedRequests />
              <Payments key={location.search} />
            </>
          )}
          {shown.value === 'jobs' && <Jobs />}
          {shown.value === 'emails' && <Emails />}
          {shown.value === 'audit' && <Audit />}
        </TabPanel>
      </Tabs>
    </Wide>
  )
}
