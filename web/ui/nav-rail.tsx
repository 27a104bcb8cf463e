// The main navigation: a bar with three tabs at the bottom of a phone, from 768 px a rail on the left with
// all places.
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Count } from './count.tsx'
import type { Icon } from './icon.ts'

type NavItem = {
  href: string
  label: string
  icon: Icon
  current: boolean
  /** How many new things are there; only shown above zero. */
  count?: number | undefined
  /** Called for the current item, too. */
  onClick?: (() => void) | undefined
}

type NavRailProps = {
  tabs: readonly NavItem[]
  /** More places, only in the rail. */
  places?: readonly NavItem[] | undefined
  /** Above the tabs, only in the rail. */
  logo?: ReactNode
  /** The primary button below the places, only in the rail. */
  action?: ReactNode
  /** Whether phones show the bar on this page. */
  hasBar?: boolean | undefined
  label?: string | undefined
}

export function NavRail(props: NavRailProps) {
  const { tabs, places = [], logo, action, hasBar = true, label = 'Main' } = props
  return (
    <nav
      aria-label={label}
      className={classes(
        'fixed inset-x-0 bottom-0 z-20 border-t border-line bg-raised pb-[env(safe-area-inset-bottom)]',
        'md:static md:flex md:flex-col md:gap-4 md:border-0 md:bg-transparent md:pb-0 xl:gap-6',
        !hasBar && 'max-md:hidden',
      )}
    >
      <div className="grid max-md:hidden xl:px-2">{logo}</div>
      <div className="grid">
        <Items items={tabs} className="auto-cols-fr grid-flow-col" />
        {places.length > 0 && (
          <Items items={places} className="mt-2 border-t border-line pt-2 max-md:hidden" />
        )}
      </div>
      <div className="grid max-md:hidden">{action}</div>
    </nav>
  )
}

function Items({ items, className }: { items: readonly NavItem[]; className: string }) {
  return (
    <ul className={classes('grid md:auto-cols-auto md:grid-flow-row md:gap-0.5', className)}>
      {items.map(({ href, label, icon: Icon, current, count = 0, onClick }) => (
        <li key={href} className="grid min-w-0">
          <a href={href} aria-current={current ? 'page' : undefined} className={ITEM} onClick={onClick}>
            <Icon className="icon" />
            {label}
            {count > 0 && <Count of={count} className="absolute top-1 right-1 xl:static xl:ml-auto" />}
          </a>
        </li>
      ))}
    </ul>
  )
}

const ITEM = classes(
  'relative grid min-h-15 content-center justify-items-center gap-0.5 text-caption font-medium text-ink-3',
  'transition-colors duration-150 hover:text-ink aria-[current]:font-strong aria-[current]:text-brand',
  'focus-visible:rounded-control focus-visible:-outline-offset-4',
  // The line above the selected tab on phones.
  'before:absolute before:-top-px before:h-0.5 before:w-8 before:rounded-b-[2px]',
  'aria-[current]:before:bg-brand',
  'forced-colors:aria-[current]:before:bg-[Highlight] md:before:content-none',
  'md:min-h-14 md:rounded-control md:text-ink-2 md:hover:bg-sunken md:aria-[current]:bg-brand-soft',
  'md:focus-visible:outline-offset-0 forced-colors:md:aria-[current]:outline',
  'xl:min-h-target xl:grid-flow-col xl:items-center xl:justify-start xl:gap-3 xl:px-3 xl:text-button',
)
