// Rows below the viewer's own profile: links to the pages that have no tab on phones, and signing out.
import { BriefcaseBusiness, ChevronRight, Compass, CreditCard, LogOut, Settings, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { CardList } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import type { Icon } from '#web/ui/icon.ts'
import { useSignOut } from './queries.ts'

const STUDIO = {
  href: paths.studio,
  icon: BriefcaseBusiness,
  name: 'Studio',
  about: 'Subscribers, revenue, payouts',
}
const PLACES = [
  { href: paths.discover, icon: Compass, name: 'Discover', about: 'People by record, tickers' },
  {
    href: paths.subscriptions,
    icon: CreditCard,
    name: 'Subscriptions',
    about: 'What you pay for',
  },
  { href: paths.watchlist, icon: Star, name: 'Watchlist', about: 'Only you see it' },
  { href: paths.settings, icon: Settings, name: 'Settings', about: 'Account, theme, privacy, billing' },
]

const ROW = classes(
  'grid w-full min-h-14 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 px-4 py-2 text-left',
  'transition-colors duration-150 hover:bg-sunken focus-visible:-outline-offset-2 md:px-6',
)

export default function OwnPlaces() {
  const { isCreator } = useViewer()
  const signOut = useSignOut()
  return (
    <nav aria-label="Yours">
      <CardList as="ul">
        {(isCreator ? [STUDIO, ...PLACES] : PLACES).map(({ href, icon, name, about }) => (
          <li key={href}>
            <a href={href} className={ROW}>
              <RowText icon={icon} name={name}>
                {about}
              </RowText>
              <ChevronRight className="icon-sm text-ink-3" />
            </a>
          </li>
        ))}
        <li>
          <button
            type="button"
            className={classes(ROW, 'cursor-pointer')}
            disabled={signOut.isPending}
            onClick={() => signOut.mutate()}
          >
            <RowText icon={LogOut} name="Sign Out" />
          </button>
        </li>
      </CardList>
    </nav>
  )
}

const RowText = ({ icon: Icon, name, children }: { icon: Icon; name: string; children?: ReactNode }) => (
  <>
    <Icon className="icon text-ink-2" />
    <span className="grid">
      <span className="font-strong">{name}</span>
      {children !== undefined && <span className="text-small text-ink-2">{children}</span>}
    </span>
  </>
)
