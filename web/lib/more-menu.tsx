// The menu of a signal, a comment or a person, with the same items in the same order everywhere. Its code is fetched on hover or
// focus, because a feed has many and most are never opened.
import { Ellipsis } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import type { MoreMenuItemsProps, MoreSubject } from './more-menu-items.tsx'

let Items: ComponentType<MoreMenuItemsProps> | undefined
const load = async () => void (Items ??= (await import('./more-menu-items.tsx')).default)
const prefetch = () => void load().catch(() => {})

type MoreMenuProps = { label: string; subject: MoreSubject; className?: string }

export function MoreMenu({ label, subject, className }: MoreMenuProps) {
  const [isOpened, setIsOpened] = useState(false)
  const button = { icon: Ellipsis, label, size: 'sm', className } as const
  if (isOpened && Items) return <Items subject={subject} trigger={<IconButton {...button} />} />
  const open = () =>
    load().then(
      () => setIsOpened(true),
      () =>
        showToast({
          title: 'Error',
          description: 'Couldn’t load this part of the page.',
          tone: 'destructive',
        }),
    )
  return (
    <IconButton
      {...button}
      aria-haspopup="menu"
      aria-expanded="false"
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => void open()}
    />
  )
}
