// The bell on the profile of somebody whom the viewer follows or pays: All signals, Premium only, Off.
import { Bell, BellOff, BellRing, LockOpen, Settings } from 'lucide-react'
import type { BellLevel } from '#shared/rules/alert-kinds.ts'
import { paths } from '#web/paths.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { useBell, useSetBell } from './queries.ts'

const LEVELS = [
  { level: 'all', label: 'All signals', icon: BellRing },
  { level: 'premium', label: 'Premium only', icon: LockOpen },
  { level: 'off', label: 'Off', icon: BellOff },
] as const satisfies { level: BellLevel; label: string; icon: typeof Bell }[]
const STATE: Record<BellLevel, string> = { all: 'all signals', premium: 'premium only', off: 'off' }

type BellButtonProps = { authorId: string; name: string; hasPremium: boolean }

export default function BellButton({ authorId, name, hasPremium }: BellButtonProps) {
  const { data } = useBell(authorId)
  const setBell = useSetBell()
  if (!data) return <span className="block size-target" />
  const { level: current } = data
  return (
    <Menu
      trigger={
        <IconButton
          icon={current === 'off' ? Bell : BellRing}
          label={`Alerts for ${name}: ${STATE[current]}`}
          className="border border-line-field"
        />
      }
    >
      {LEVELS.filter(({ level }) => hasPremium || level !== 'premium').map(({ level, label, icon }) => (
        <MenuItem
          key={level}
          icon={icon}
          checked={level === current}
          onSelect={() => setBell.mutate({ authorId, level })}
        >
          {label}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={Settings} href={paths.settingsSection('notifications')}>
        Alert settings
      </MenuItem>
    </Menu>
  )
}
