// The bell on the profile of somebody that the viewer follows or pays: All signals, Premium only or Off, and by which
// channels.
import { Bell, BellOff, BellRing, LockOpen, Mail, RefreshCw, Settings, Smartphone } from 'lucide-react'
import type { Bell as BellOf } from '#shared/contracts/alerts.ts'
import type { BellLevel } from '#shared/rules/alert-kinds.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { paths } from '#web/paths.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/menu.tsx'
import { useBell, useSetBell } from './queries.ts'

const LEVELS = [
  { level: 'all', label: 'All signals', icon: BellRing },
  { level: 'premium', label: 'Premium only', icon: LockOpen },
  { level: 'off', label: 'Off', icon: BellOff },
] as const satisfies { level: BellLevel; label: string; icon: typeof Bell }[]
const STATE: Record<BellLevel, string> = { all: 'all signals', premium: 'premium only', off: 'off' }

type BellButtonProps = { authorId: string; name: string; hasPremium: boolean }

export default function BellButton({ authorId, name, hasPremium }: BellButtonProps) {
  const { data, error, isFetching, refetch } = useBell(authorId)
  const setBell = useSetBell()
  if (!data && error && !isUnauthorized(error))
    return (
      <Menu
        trigger={
          <IconButton
            icon={Bell}
            label={`Alerts for ${name}: couldn’t be loaded`}
            className="border border-line-field"
          />
        }
      >
        <MenuLabel>
          {error instanceof OfflineError ? error.message : `Couldn’t load your alerts for ${name}.`}
        </MenuLabel>
        <MenuItem icon={RefreshCw} disabled={isFetching} onSelect={() => void refetch()}>
          Try again
        </MenuItem>
      </Menu>
    )
  if (!data) return <span className="block size-target" />
  const { level: current, usual } = data
  const push = data.push ?? usual.push
  const email = data.email ?? usual.email
  const isOff = current === 'off'
  return (
    <Menu
      trigger={
        <IconButton
          icon={isOff ? Bell : BellRing}
          label={`Alerts for ${name}: ${STATE[current]}`}
          className="border border-line-field"
        />
      }
    >
      <MenuLabel>Alerts for {name}</MenuLabel>
      {LEVELS.filter(({ level }) => hasPremium || level !== 'premium').map(({ level, label, icon }) => (
        <MenuItem
          key={level}
          icon={icon}
          checked={level === current}
          {...(level !== 'off' && { sub: waysOf(data) })}
          onSelect={() => setBell.mutate({ authorId, level })}
        >
          {label}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem
        icon={Smartphone}
        checked={push && !isOff}
        disabled={isOff}
        {...(push && !data.hasDevice && { sub: 'No device yet: see Alert settings' })}
        onSelect={() => setBell.mutate({ authorId, level: current, push: !push })}
      >
        Push
      </MenuItem>
      <MenuItem
        icon={Mail}
        checked={email === 'at_once' && !isOff}
        disabled={isOff}
        onSelect={() =>
          setBell.mutate({ authorId, level: current, email: email === 'at_once' ? 'digest' : 'at_once' })
        }
      >
        Instant email
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Settings} href={paths.settingsSection('notifications')}>
        Alert settings
      </MenuItem>
    </Menu>
  )
}

/** "In app, push, instant email". */
function waysOf({ push, email, usual }: BellOf): string {
  const ways = [
    usual.list && 'in app',
    (push ?? usual.push) && 'push',
    (email ?? usual.email) === 'at_once' && 'instant email',
  ]
  const text = ways.filter((way) => way !== false).join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
