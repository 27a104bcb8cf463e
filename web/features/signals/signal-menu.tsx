// The menu of the viewer's own signal. Loaded separately, because most cards have none and a menu is a lot of
// code.
import { Ellipsis, EyeOff } from 'lucide-react'
import { go } from '#web/lib/navigation.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

export default function SignalMenu({ signalId }: { signalId: string }) {
  // Not a link: following one closes the menu, so the dialog couldn't return the focus to it.
  const withdraw = () => {
    const params = new URLSearchParams(location.search)
    params.set('dialog', 'withdraw-signal')
    params.set('id', signalId)
    go(`${location.pathname}?${params}`)
  }
  return (
    <Menu trigger={<IconButton icon={Ellipsis} label="More about this signal" size="sm" />}>
      <MenuItem icon={EyeOff} onSelect={withdraw}>
        Withdraw
      </MenuItem>
    </Menu>
  )
}
