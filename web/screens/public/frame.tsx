// The frame of a page for visitors: the header with links to join and to sign in, one or two columns, and the footer.
import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { FooterLink } from '#web/ui/footer-link.tsx'
import { DocumentLinks } from '../document-links.tsx'
import { HeaderLink } from '#web/ui/header.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { SkipLink } from '#web/ui/page.tsx'
import type { VisitorFrame } from '#shared/visitor-page.ts'

type SignupMode = VisitorFrame['signupMode']

/** The dialogs open on the landing page, which has the code of the forms. */
export const joinHref = (mode: SignupMode) => (mode === 'open' ? '/?auth=register' : '/?dialog=waitlist')

const PLACES = [
  { href: paths.discover, label: 'Discover' },
  { href: paths.method, label: 'How scoring works' },
  { href: paths.log, label: 'Public log' },
]

type FrameProps = {
  signupMode: SignupMode
  path?: string
  /** Beside the content on wide screens, else below it. */
  beside?: ReactNode
  /** For reading: as wide as the column of a feed. */
  narrow?: boolean
  /** For pages that members read too. */
  hasWaysIn?: boolean
  children: ReactNode
}

export function PublicFrame({
  signupMode,
  path,
  beside,
  narrow = false,
  hasWaysIn = true,
  children,
}: FrameProps) {
  return (
    <>
      <SkipLink />
      <PublicHeader signupMode={signupMode} path={path} hasWaysIn={hasWaysIn} />
      {beside === undefined ? (
        <main id="content" tabIndex={-1} className={classes('page', narrow && 'page-column')}>
          {children}
        </main>
      ) : (
        <main
          id="content"
          tabIndex={-1}
          className="page desk:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] desk:items-start desk:gap-6"
        >
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 md:gap-5">{children}</div>
          <aside className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 md:gap-5">{beside}</aside>
        </main>
      )}
      <PublicFooter />
    </>
  )
}

type HeaderProps = { signupMode: SignupMode; path?: string | undefined; hasWaysIn: boolean }

function PublicHeader({ signupMode, path, hasWaysIn }: HeaderProps) {
  return (
    <header className="border-b border-line bg-canvas">
      <div className="mx-auto flex min-h-15 max-w-[calc(var(--page)+2*var(--gutter))] flex-wrap items-center gap-x-6 px-(--gutter) py-2 max-xs:gap-x-1 max-md:pb-0">
        <HeaderLink href={paths.feed}>
          <Logo className="max-xs:gap-1.5 max-xs:[&>svg:last-child]:h-4.5" />
        </HeaderLink>
        <nav
          aria-label="Main"
          className="flex flex-wrap gap-x-5 text-label font-medium max-md:order-last max-md:mt-2 max-md:-mx-(--gutter) max-md:w-[calc(100%+2*var(--gutter))] max-md:border-t max-md:border-line max-md:px-(--gutter)"
        >
          {PLACES.map(({ href, label }) => (
            <a
              key={href}
              href={href}
              aria-current={href === path ? 'page' : undefined}
              className={classes(
                'inline-flex min-h-target items-center rounded-badge underline-offset-[0.2em] hover:underline',
                href === path ? 'text-brand' : 'text-ink-2',
              )}
            >
              {label}
            </a>
          ))}
        </nav>
        {hasWaysIn && (
          <div className="ml-auto">
            <WaysIn signupMode={signupMode} />
          </div>
        )}
      </div>
    </header>
  )
}

export const WaysIn = ({ signupMode }: { signupMode: SignupMode }) => (
  <div className="flex items-center gap-2 max-xs:gap-1">
    <Button asChild variant="ghost" size="sm" className="text-ink max-xs:px-2">
      <a href={paths.signIn}>Log in</a>
    </Button>
    <Button asChild variant="soft" size="sm" className="max-xs:px-2.5">
      <a href={joinHref(signupMode)}>{signupMode === 'open' ? 'Create account' : 'Join Waitlist'}</a>
    </Button>
  </div>
)

const PublicFooter = () => (
  <footer className="border-t border-line">
    <div className="page-foot flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
      <p className="text-small text-ink-2">Information, not advice. Investing involves risk of loss.</p>
      <ul className="flex flex-wrap gap-x-5">
        <FooterLink href={paths.discover}>Discover</FooterLink>
        <FooterLink href={paths.method}>How scoring works</FooterLink>
        <FooterLink href={paths.log}>Public log</FooterLink>
        <FooterLink href={paths.rules}>Rules</FooterLink>
        <FooterLink href={paths.transparency}>Transparency</FooterLink>
        <FooterLink href={paths.report}>Report something</FooterLink>
        <DocumentLinks />
        <FooterLink href={paths.apiDocs} isApiDocs>
          API
        </FooterLink>
      </ul>
    </div>
  </footer>
)

type JoinCardProps = { signupMode: SignupMode; title: string; action: string; children: ReactNode }

/** A page's one invitation to join, with a link for people who have an account. */
export const JoinCard = ({ signupMode, title, action, children }: JoinCardProps) => (
  <Card as="section" aria-labelledby="join" className="grid gap-3">
    <h2 id="join" className="text-title font-strong wrap-anywhere">
      {title}
    </h2>
    <p className="text-small text-pretty text-ink-2">{children}</p>
    <Button asChild block>
      <a href={joinHref(signupMode)}>{action}</a>
    </Button>
    <p className="text-small text-ink-2">
      Already have an account?{' '}
      <a className="link" href={paths.signIn}>
        Log in
      </a>
    </p>
  </Card>
)
