// The main tabs, each a link: a bar at the bottom of a phone, a floating bar from 768 px.
import { classes } from './classes.ts'
import type { Icon } from './icon.ts'

export type TabBarItem = {
  href: string
  label: string
  icon: Icon
  current: boolean
  /** Called for the current tab, too. */
  onClick?: (() => void) | undefined
}

export function TabBar({
  items,
  label = 'Main',
}: {
  items: readonly TabBarItem[]
  label?: string | undefined
}) {
  return (
    <nav
      aria-label={label}
      className={classes(
        'fixed inset-x-0 bottom-0 z-20 border-t border-line bg-raised pb-[env(safe-area-inset-bottom)]',
        'md:inset-x-auto md:bottom-5 md:left-1/2 md:w-max md:-translate-x-1/2 md:rounded-full',
        'md:border md:p-1 md:shadow-float',
      )}
    >
      <ul className="grid auto-cols-fr grid-flow-col md:gap-1">
        {items.map(({ href, label: words, icon: Icon, current, onClick }) => (
          <li key={href} className="grid min-w-0">
            <a href={href} aria-current={current ? 'page' : undefined} className={TAB} onClick={onClick}>
              <Icon className="icon" />
              {words}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const TAB = classes(
  'relative grid min-h-15 content-center justify-items-center gap-0.5 text-caption font-medium text-ink-3',
  'transition-colors duration-150 hover:text-ink aria-[current]:font-strong aria-[current]:text-brand',
  'focus-visible:rounded-control focus-visible:-outline-offset-4',
  // The line above the selected tab on phones.
  'before:absolute before:-top-px before:h-0.5 before:w-8 before:rounded-b-[2px]',
  'aria-[current]:before:bg-brand',
  'forced-colors:aria-[current]:before:bg-[Highlight] md:before:content-none',
  'md:min-h-target md:grid-flow-col md:items-center md:justify-center md:gap-2 md:rounded-full md:px-6',
  'md:text-label md:focus-visible:rounded-full md:focus-visible:outline-offset-1',
  'md:aria-[current]:bg-brand-soft',
  'forced-colors:md:aria-[current]:outline',
)
