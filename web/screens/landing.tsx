// The landing page, which signed-out people see at every address: the product, the waitlist and the login.
import { ChartLine, Landmark, Users } from 'lucide-react'
import { useEffect, useState } from 'react'
import { PRODUCT_NAME, TAGLINE } from '#shared/product.ts'
import { PANELS } from '#web/features/auth/panels.tsx'
import { useFocusMain } from '#web/lib/title-and-focus.ts'
import { useSearchParam, useDialog } from '#web/lib/dialog-address.ts'
import { lazyWithPrefetch, usePrefetch } from '#web/lib/lazy-with-prefetch.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { FooterLink } from '#web/ui/footer-link.tsx'
import { DocumentLinks } from './document-links.tsx'
import { HeaderBar, HeaderLink } from '#web/ui/header.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Wide } from '#web/ui/page.tsx'
import { LandingExample } from './landing-example.tsx'
import { landingRecord, LandingRecordFigure } from './landing-record.tsx'

const WaitlistDialog = lazyWithPrefetch(() => import('#web/features/waitlist/waitlist-dialog.tsx'))
const SignInLinkDialog = lazyWithPrefetch(() => import('#web/features/auth/sign-in-link-dialog.tsx'))
const AuthDialog = lazyWithPrefetch(() => import('#web/features/auth/auth-dialog.tsx'))

const PROMISES = [
  {
    Icon: Landmark,
    title: 'Connect a brokerage to share real trades',
    text: 'Read-only access, or import a file. Others see percentages, never amounts.',
  },
  {
    Icon: ChartLine,
    title: 'Build credibility with authentic performance data',
    text: 'Next to the S&P 500 (SPY), and labeled linked, self-reported or sample.',
  },
  {
    Icon: Users,
    title: 'Earn from subscribers who pay for signals',
    text: 'Set your own monthly price, from $5.',
  },
]

/** What can be read without an account. */
const PLACES = [
  { href: paths.discover, label: 'Discover' },
  { href: paths.method, label: 'How scoring works' },
  { href: paths.log, label: 'Public log' },
]

export default function Landing() {
  const [record] = useState(landingRecord)
  const waitlist = useDialog('waitlist')
  const panels = {
    login: useSearchParam('auth', 'login'),
    code: useSearchParam('auth', 'code'),
    register: useSearchParam('auth', 'register'),
    forgot: useSearchParam('auth', 'forgot'),
  }
  const openPanel = PANELS.find((panel) => panels[panel].isOpen)
  const link = useSearchParam('auth', 'link')
  usePrefetch('dialog=waitlist', WaitlistDialog.prefetch)
  usePrefetch('auth=login', AuthDialog.prefetch)
  useEffect(() => {
    document.title = `${PRODUCT_NAME}: ${TAGLINE}`
  }, [])
  useFocusMain()
  return (
    <>
      <HeaderBar
        left={
          <HeaderLink href={paths.feed}>
            <Logo />
          </HeaderLink>
        }
        tagline={TAGLINE}
        right={
          <nav aria-label="Main" className="hidden gap-6 text-label font-medium text-ink-2 md:flex">
            {PLACES.map(({ href, label }) => (
              <a
                key={href}
                href={href}
                className="inline-flex min-h-target items-center rounded-badge underline-offset-[0.2em] hover:underline"
              >
                {label}
              </a>
            ))}
          </nav>
        }
      />
      <Wide>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12 pt-6 pb-8 desk:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] desk:items-center desk:gap-24 desk:py-12">
          <div className="grid min-w-0 content-start justify-items-start gap-5">
            <h1 className="text-hero font-strong text-balance">
              <span className="block">Share trades. </span>
              <span className="block">Build trust. </span>
              <span className="block">Get subscribers.</span>
            </h1>
            <p className="text-lead text-balance text-ink-2">
              Follow people whose every signal is on the record, losers too. Nobody can edit or delete a
              signal, not even its author.
            </p>
            <Button asChild size="lg" className="w-full xs:w-auto">
              <a href="?dialog=waitlist">Join Waitlist</a>
            </Button>
            <div className="grid gap-1 text-ink-2">
              <p className="text-balance">Be the first to access {PRODUCT_NAME} when we launch</p>
              <p>
                Already have an account?{' '}
                <a className="link" href="?auth=login">
                  Log in
                </a>
              </p>
            </div>
            {/* Wider screens have them in the header. */}
            <nav aria-label="Without an account" className="flex flex-wrap gap-x-5 md:hidden">
              {PLACES.map(({ href, label }) => (
                <a key={href} className="link inline-flex min-h-target items-center text-label" href={href}>
                  {label}
                </a>
              ))}
            </nav>
            <ul className="grid w-full gap-6 border-t border-line pt-6">
              {PROMISES.map(({ Icon, title, text }) => (
                <li key={title} className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4">
                  <Icon className="icon mt-0.5 text-brand" />
                  <div className="grid gap-0.5">
                    <p className="font-strong">{title}</p>
                    <p className="text-small text-ink-2">{text}</p>
                  </div>
                </li>
              ))}
            </ul>
          </div>
          {record ? <LandingRecordFigure record={record} /> : <LandingExample />}
        </div>
      </Wide>
      <footer className="page-foot">
        <ul className="flex flex-wrap gap-x-5">
          <DocumentLinks />
          <FooterLink href={paths.apiDocs} isApiDocs>
            API
          </FooterLink>
        </ul>
      </footer>
      {waitlist.isOpen && <WaitlistDialog onClose={waitlist.close} />}
      {openPanel !== undefined && <AuthDialog panel={openPanel} onClose={panels[openPanel].close} />}
      {link.isOpen && <SignInLinkDialog onClose={link.close} />}
    </>
  )
}
