// The items of `MoreMenu`: Copy link, Share | Mute person, Mute ticker | Block, Report. For the viewer's own signal:
// Copy link, Share, Withdraw.
import { Ban, EyeOff, Flag, Link, Share2, VolumeX } from 'lucide-react'
import type { ReactElement } from 'react'
import type { SubjectKind } from '#shared/contracts/reports.ts'
import { handleOf } from '#shared/rules/people.ts'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import type { DialogName } from '../paths.ts'
import { go } from './navigation.ts'
import { canCopy, canShare, copyLink, shareLink } from './share-link.ts'

export type MoreSubject = {
  /** The page that the link leads to. */
  path: string
  /** Undefined if it is the viewer's own. */
  person?: { id: string; username: string } | undefined
  tickers?: readonly string[] | undefined
  /** What Report is about; undefined if it is reported already. */
  report?: { kind: SubjectKind; id: string } | undefined
  /** The viewer's own signal, if its text is still shown. */
  withdrawId?: string | undefined
}
export type MoreMenuItemsProps = { subject: MoreSubject; trigger: ReactElement }

export default function MoreMenuItems({ subject, trigger }: MoreMenuItemsProps) {
  const { path, person, tickers = [], report, withdrawId } = subject
  const isLink = canCopy() || canShare()
  return (
    <Menu trigger={trigger} defaultOpen>
      {canCopy() && (
        <MenuItem icon={Link} onSelect={() => void copyLink(path)}>
          Copy link
        </MenuItem>
      )}
      {canShare() && (
        <MenuItem icon={Share2} onSelect={() => void shareLink(path)}>
          Share
        </MenuItem>
      )}
      {person && (
        <>
          {isLink && <MenuSeparator />}
          <MenuItem icon={VolumeX} onSelect={() => openDialog('mute', { person: person.id })}>
            Mute {handleOf(person.username)}
            <span className="block text-small font-regular text-ink-2">They aren’t told</span>
          </MenuItem>
          {tickers.map((ticker) => (
            <MenuItem key={ticker} icon={VolumeX} onSelect={() => openDialog('mute', { symbol: ticker })}>
              Mute ${ticker}
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem icon={Ban} tone="danger" onSelect={() => openDialog('block', { person: person.id })}>
            Block {handleOf(person.username)}
          </MenuItem>
          {report && (
            <MenuItem
              icon={Flag}
              tone="danger"
              onSelect={() => openDialog('report', { [report.kind]: report.id })}
            >
              Report
            </MenuItem>
          )}
        </>
      )}
      {withdrawId !== undefined && (
        <MenuItem icon={EyeOff} onSelect={() => openDialog('withdraw-signal', { id: withdrawId })}>
          Withdraw
        </MenuItem>
      )}
    </Menu>
  )
}

/** Not links: following one closes the menu, so the dialog couldn't return the focus to it. */
function openDialog(dialog: DialogName, about: Record<string, string>): void {
  const params = new URLSearchParams(location.search)
  const isInDialog = params.has('dialog')
  for (const [name, value] of Object.entries({ dialog, ...about })) params.set(name, value)
  // Replaces the search dialog, whose results have this menu too.
  go(`${location.pathname}?${params}`, { replace: isInDialog })
}
