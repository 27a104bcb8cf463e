// The list of the settings' sections: rows of a card on phones, from 768 px links beside the section.
import { ChevronRight } from 'lucide-react'
import { paths, type SettingsSection } from '#web/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { SECTIONS } from './sections.tsx'

type SettingsNavProps = { current: SettingsSection | undefined; className?: string | undefined }

export function SettingsNav({ current, className }: SettingsNavProps) {
  return (
    <nav aria-label="Settings" className={classes('md:sticky md:top-20', className)}>
      <ul className={LIST}>
        {SECTIONS.map(({ name, title, about, icon: Icon, Section }) => (
          <li key={name} className="grid">
            <a
              href={paths.settingsSection(name)}
              aria-current={name === current ? 'page' : undefined}
              className={LINK}
              onPointerEnter={Section.prefetch}
              onFocus={Section.prefetch}
            >
              <Icon className="icon flex-none text-ink-2 md:text-current" />
              <span className="grid min-w-0 flex-1 wrap-anywhere">
                {title}
                <span className="text-small text-ink-2 md:hidden">{about}</span>
              </span>
              <ChevronRight className="icon-sm flex-none text-ink-3 max-[20rem]:hidden md:hidden" />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const LIST = classes(
  'grid max-md:divide-y max-md:divide-line max-md:overflow-hidden max-md:rounded-card max-md:border max-md:border-line',
  'max-md:bg-surface max-md:shadow-card md:gap-0.5',
)
const LINK = classes(
  'flex min-h-15 items-center gap-3 px-4 py-2 transition-colors duration-150 hover:bg-sunken',
  'focus-visible:-outline-offset-2',
  'md:min-h-target md:rounded-control md:px-3 md:text-button md:font-medium md:text-ink-2 md:hover:text-ink',
  'md:focus-visible:outline-offset-0 md:aria-[current]:bg-sunken md:aria-[current]:font-strong md:aria-[current]:text-ink',
  'forced-colors:md:aria-[current]:outline',
)
