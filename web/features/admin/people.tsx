// People with their state, found by name, email or id; a moderator opens a case about one of them.
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { AdminPerson } from '#shared/contracts/admin-cases.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { headerInitials, nameOf } from '#shared/rules/people.ts'
import { longDate } from '#web/lib/money-and-dates.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Loaded } from './loaded.tsx'
import { OpenCaseDialog } from './open-case-dialog.tsx'
import { usePeople } from './queries.ts'
import { SearchField } from './search-field.tsx'

const STATES: Record<AdminPerson['state'], { text: string; tone: BadgeTone }> = {
  active: { text: 'Active', tone: 'gain' },
  case_open: { text: 'Case open', tone: 'caution' },
  suspended: { text: 'Suspended', tone: 'loss' },
  selling_stopped: { text: 'No selling', tone: 'caution' },
  reporting_stopped: { text: 'No reporting', tone: 'caution' },
  leaving: { text: 'Leaving', tone: 'neutral' },
}

const roleText = ({ role, isCreator, subscribers }: AdminPerson): string =>
  role === 'administrator'
    ? 'Administrator'
    : role === 'moderator'
      ? 'Moderator'
      : isCreator
        ? `Creator, ${formatCount(subscribers)} ${subscribers === 1 ? 'subscriber' : 'subscribers'}`
        : 'Member'

/** `max`: how many of the people found are shown. */
export function People({ max }: { max?: number }) {
  const [search, setSearch] = useState('')
  const [about, setAbout] = useState<AdminPerson>()
  return (
    <>
      <CardList as="section" aria-labelledby="people">
        <CardHead>
          <h2 id="people" className="text-title font-strong">
            People
          </h2>
          <SearchField label="Name, email or id" onSearch={setSearch} />
        </CardHead>
        <Loaded query={usePeople(search)} what="people">
          {({ people, total }) => (
            <>
              <ul className="divide-y divide-line">
                {people.slice(0, max).map((person) => (
                  <PersonLine key={person.id} person={person} onOpenCase={() => setAbout(person)} />
                ))}
              </ul>
              <p className="border-t border-line p-4 text-small text-ink-2 md:px-6">
                {formatCount(Math.min(people.length, max ?? people.length))} of {formatCount(total)} · every
                look-up of a person is in the audit log
              </p>
            </>
          )}
        </Loaded>
      </CardList>
      {about && <OpenCaseDialog person={about} onClose={() => setAbout(undefined)} />}
    </>
  )
}

function PersonLine({ person, onOpenCase }: { person: AdminPerson; onOpenCase: () => void }) {
  const { id, username, profileImageUrl, state, createdAt } = person
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-3 px-4 py-2.5 md:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)_8rem_7rem_auto] md:px-6">
      <Avatar initials={headerInitials(person)} hue={hueOf(id)} src={profileImageUrl} size="sm" />
      <span className="grid min-w-0">
        <a
          href={paths.profile(username)}
          className="rounded-badge font-medium wrap-anywhere underline-offset-[0.2em] hover:underline"
        >
          <bdi>{nameOf(person)}</bdi>
        </a>
        <span className="text-small wrap-anywhere text-ink-2">@{username}</span>
      </span>
      <span className="text-label wrap-anywhere max-md:hidden">{roleText(person)}</span>
      <span className="text-label tabular-nums max-md:hidden">{longDate(createdAt)}</span>
      <span>
        <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>
      </span>
      <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${nameOf(person)}`} />}>
        <MenuItem onSelect={onOpenCase}>Open a case</MenuItem>
        <MenuItem href={`${paths.admin('audit')}?user=${encodeURIComponent(username)}`}>Audit log</MenuItem>
        <MenuItem href={`${paths.admin('payments')}?user=${encodeURIComponent(username)}`}>Payments</MenuItem>
      </Menu>
    </li>
  )
}
