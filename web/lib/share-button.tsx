// The button that shares a public page: the share sheet of the device, or the copied link. Its code is fetched on hover
// or focus; on pages for visitors, their script does the same (web/share-on-page.ts).
import { Share2 } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'

type ShareButtonProps = {
  /** The path of a page that visitors can read. */
  path: string
  /** "Buy $ASML by @maya": the title of what is shared. */
  title: string
  /** The accessible name. */
  label: string
}

const load = () => import('./share-link.ts')
const prefetch = () => void load().catch(() => {})

export const ShareButton = ({ path, title, label }: ShareButtonProps) => (
  <IconButton
    icon={Share2}
    label={label}
    size="sm"
    data-share={path}
    data-title={title}
    onPointerEnter={prefetch}
    onFocus={prefetch}
    onClick={() => void load().then(({ sharePage }) => sharePage(path, title), noCode)}
  />
)

const noCode = () => {}
