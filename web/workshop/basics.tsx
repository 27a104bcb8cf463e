// Colors, type, header and tab bar, buttons, badges and avatars.
import { ChartLine, Check, CreditCard, Ellipsis, FileText, FlaskConical } from 'lucide-react'
import { LogOut, Plus, Rows3, UserRound, X } from 'lucide-react'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { PostSignalButton } from '../ui/post-signal-button.tsx'
import { Button, type ButtonVariant } from '../ui/button.tsx'
import { Chip, ChipList } from '../ui/chip.tsx'
import { TickerAvatar } from '../ui/ticker-avatar.tsx'
import { NavRail } from '../ui/nav-rail.tsx'
import { HeaderBack, HeaderBar, HeaderLink } from '../ui/header.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Logo } from '../ui/logo.tsx'
import { Ticker } from '../ui/ticker.tsx'
import { Part, Row, Stage } from './part.tsx'

const SWATCHES =
  'canvas surface raised sunken lift line line-strong line-field ink ink-2 ink-3 brand brand-solid brand-soft gain gain-soft loss loss-soft info info-soft caution caution-soft'
const VARIANTS: readonly [ButtonVariant, string][] = [
  ['primary', 'Post Signal'],
  ['outline', 'Cancel'],
  ['soft', 'Subscribe'],
  ['ghost', 'Sign Out'],
  ['danger', 'Cancel plan'],
]

export function Basics({ side }: { side: string }) {
  return (
    <>
      <Part title="Colour">
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-3">
          {SWATCHES.split(' ').map((name) => (
            <li key={name} className="grid gap-1 text-caption text-ink-2">
              <i
                className="h-11 rounded-control border border-line"
                style={{ background: `var(--color-${name})` }}
              />
              {name}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Type">
        <p className="text-hero font-strong">Follow trades.</p>
        <p className="text-display font-strong tabular-nums">+18.4%</p>
        <p className="text-heading font-strong">Heading 24/32</p>
        <p className="text-title font-strong">Title 20/28</p>
        <p className="text-lead text-ink-2">Lead 18/28 for one sentence under a headline.</p>
        <p>Body 16/24. Weekly closes above 655, wrong below 598.</p>
        <p className="text-label font-medium">Label 14/20</p>
        <p className="text-small text-ink-2">Small 13/20 for support and disclaimers</p>
        <p className="text-caption text-ink-3">Caption 12/16 for axes and units</p>
        <p>
          Already have an account?{' '}
          <a className="link" href="/auth">
            Log in
          </a>
        </p>
      </Part>
      <Part title="Header: signed in, with a way back, signed out">
        <Stage className="h-[63px]">
          <HeaderBar
            left={
              <HeaderLink href="/feed">
                <Logo />
              </HeaderLink>
            }
            right={<HeaderActions />}
          />
        </Stage>
        <Stage className="h-[63px]">
          <HeaderBar left={<HeaderBack href="/feed" />} right={<HeaderActions />} />
        </Stage>
        <Stage className="min-h-16">
          <HeaderBar
            left={
              <HeaderLink href="/landing">
                <Logo />
              </HeaderLink>
            }
            tagline="Follow trades. Share your own."
          />
        </Stage>
      </Part>
      <Part title="Main navigation">
        <Stage className="h-24 md:h-auto md:w-60 md:p-4">
          <NavRail
            label={`Main, ${side}`}
            logo={
              <HeaderLink href="/landing" className="justify-items-start">
                <Logo />
              </HeaderLink>
            }
            tabs={[
              { href: '/feed', label: 'Feed', icon: Rows3, current: true },
              { href: '/portfolio', label: 'Portfolio', icon: ChartLine, current: false },
              { href: '/profile', label: 'Profile', icon: UserRound, current: false },
            ]}
            places={[{ href: '/subscriptions', label: 'Subscriptions', icon: CreditCard, current: false }]}
            action={<Button icon={Plus}>New signal</Button>}
          />
        </Stage>
      </Part>
      <Part title="Button: default, pending, disabled; link; sizes">
        {VARIANTS.map(([variant, words]) => (
          <Row key={variant}>
            <Button variant={variant}>{words}</Button>
            <Button variant={variant} pending pendingLabel="Posting...">
              {words}
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
            <Button variant={variant} icon={LogOut} asChild>
              <a href="/link">Link</a>
            </Button>
          </Row>
        ))}
        <Row>
          <Button size="sm">Small 36</Button>
          <Button>Default 44</Button>
          <Button size="lg">Large 52</Button>
          <IconButton icon={X} label="Close" />
          <IconButton icon={Ellipsis} label="More" size="sm" />
        </Row>
        <Button block variant="outline" icon={Check} aria-pressed="true">
          Following
        </Button>
      </Part>
      <Part title="Badge: type, intent, ticker, trust">
        <Row>
          <Badge tone="gain">Buy</Badge>
          <Badge tone="loss">Sell</Badge>
          <Badge tone="info">Comment</Badge>
          <Badge>Other</Badge>
        </Row>
        <Row>
          <Badge weight="medium" tone="gain">
            Bullish
          </Badge>
          <Badge weight="medium" tone="caution">
            Taking Profits
          </Badge>
          <Badge weight="medium" tone="info">
            Adding Position
          </Badge>
          <Badge weight="medium">Watching</Badge>
        </Row>
        <Row>
          <Ticker symbol="ASML" />
          <Ticker symbol="BRK.B" href="/ticker" />
          <Badge tone="brand">Creator</Badge>
          <Badge tone="brand" icon={Check}>
            Subscribed
          </Badge>
          <Badge tone="gain" live>
            Live Data
          </Badge>
          <Badge tone="info" icon={FileText}>
            Imported Nov 18, 2026
          </Badge>
          <Badge tone="caution" icon={FlaskConical}>
            Sample data
          </Badge>
        </Row>
      </Part>
      <Part title="Avatar (three sizes, picture, failing picture), ticker circle, chips">
        <Row>
          <Avatar size="sm" initials="JO" hue={7} />
          <Avatar initials="MA" hue={4} />
          <Avatar size="lg" initials="DE" hue={3} />
          <Avatar initials="PI" hue={1} src={PICTURE} />
          <Avatar initials="NO" hue={5} src="data:image/png;base64,broken" />
          {['TSM', 'ASML', 'MAERSK', 'BRK.B', 'VT'].map((ticker) => (
            <TickerAvatar key={ticker} ticker={ticker} />
          ))}
        </Row>
        <ChipList label="Tickers added">
          <Chip onRemove={() => {}} removeLabel="Remove ASML">
            $ASML
          </Chip>
          <Chip onRemove={() => {}} removeLabel="Remove TSM">
            $TSM
          </Chip>
        </ChipList>
      </Part>
    </>
  )
}

function HeaderActions() {
  return (
    <>
      <PostSignalButton href="/share" />
      <HeaderLink href="/profile" aria-label="Your profile" className="rounded-full">
        <Avatar size="sm" initials="JO" hue={7} />
      </HeaderLink>
    </>
  )
}

const PICTURE =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="%23c96"/><circle cx="20" cy="16" r="8" fill="%23fec"/><circle cx="20" cy="44" r="18" fill="%23467"/></svg>'
