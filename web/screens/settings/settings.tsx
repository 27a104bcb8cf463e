// The frame of the settings: the list of sections, and beside it the section. Phones show one of them at a
// time.
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useParams } from 'wouter'
import { dialogNameIn } from '#web/lib/dialog-address.ts'
import { go } from '#web/lib/navigation.ts'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { type DialogName, paths, type SettingsSection } from '#web/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { Wide } from '#web/ui/page.tsx'
import { NotFound } from '../not-found.tsx'
import { SettingsNav } from './nav.tsx'
import { SECTIONS } from './sections.tsx'

export default function Settings() {
  const { section } = useParams<{ section?: string }>()
  const isKnown = section === undefined || SECTIONS.some(({ name }) => name === section)
  return isKnown ? <KnownSection name={section as SettingsSection | undefined} /> : <NotFound />
}

function KnownSection({ name }: { name: SettingsSection | undefined }) {
  // On wide screens, the page of the list itself shows the first section beside the list.
  const isWide = useMediaQuery('(min-width: 48rem)')
  const shown = SECTIONS.find((section) => section.name === (name ?? (isWide ? 'account' : undefined)))
  useTitleAndFocus(name !== undefined && shown ? `${shown.title} · Settings` : 'Settings')
  useOldAddress(name)
  const heading = useFocusOnChange(name)
  return (
    <Wide className="settings">
      <h1
        ref={shown ? undefined : heading}
        tabIndex={-1}
        className={classes('text-heading font-strong', name !== undefined && 'max-md:sr-only')}
      >
        Settings
      </h1>
      <div className="grid items-start gap-6 md:grid-cols-[11rem_minmax(0,1fr)] lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-8">
        <SettingsNav current={shown?.name} className={name !== undefined ? 'max-md:hidden' : undefined} />
        {shown && (
          <section aria-labelledby={`${shown.name}-settings`} className="grid min-w-0 gap-4 md:gap-5">
            <div className="flex min-h-target items-center gap-1 md:min-h-0">
              <IconButton asChild icon={ArrowLeft} label="All settings" className="-ml-3 md:hidden">
                <a href={paths.settings}>All settings</a>
              </IconButton>
              <h2
                ref={heading}
                id={`${shown.name}-settings`}
                tabIndex={-1}
                className="text-heading font-strong"
              >
                {shown.title}
              </h2>
            </div>
            <shown.Section />
          </section>
        )}
      </div>
    </Wide>
  )
}

/**
 * The pressed link may be gone, and the page that follows starts at its heading. A dialog keeps its own
 * focus.
 */
function useFocusOnChange(name: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(name)
  useEffect(() => {
    if (before.current === name) return
    before.current = name
    if (dialogNameIn(location.search) === null) heading.current?.focus({ preventScroll: true })
  }, [name])
  return heading
}

/** The sections of the parts that used to be on one long page. */
const SECTION_OF_ANCHOR: Record<string, SettingsSection> = {
  passkeys: 'security',
  sessions: 'security',
}
const SECTION_OF_DIALOG: Partial<Record<DialogName, SettingsSection>> = {
  'change-email': 'account',
  'change-password': 'account',
  'change-username': 'account',
  'set-up-authenticator': 'security',
  'turn-off-authenticator': 'security',
  'new-recovery-codes': 'security',
  'add-passkey': 'security',
  'remove-passkey': 'security',
  'delete-user': 'data',
}

/** Redirects addresses of that page, such as bookmarks, to the section with the part. */
function useOldAddress(name: string | undefined): void {
  useEffect(() => {
    if (name !== undefined) return
    const dialog = dialogNameIn(location.search) as DialogName | null
    const section = dialog ? SECTION_OF_DIALOG[dialog] : SECTION_OF_ANCHOR[location.hash.slice(1)]
    if (section) go(paths.settingsSection(section) + location.search, { replace: true })
    // Runs once, because links inside the settings lead to sections.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}
