// Signal cards in every state, lists, figures, and empty, loading and error states.
import { LockOpen } from 'lucide-react'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardHead, CardList } from '../ui/card.tsx'
import { TickerAvatar } from '../ui/ticker-avatar.tsx'
import { ComposerRow } from '../ui/composer-row.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PriceBreakdown, Counts, Facts } from '../ui/facts.tsx'
import { ListRow, RowFigure } from '../ui/list-row.tsx'
import { LogoMark } from '../ui/logo.tsx'
import { OfflineBanner, OfflineStrip } from '../ui/offline-banner.tsx'
import { Pill } from '../ui/pill.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import {
  LockedPanel,
  SignalAuthor,
  SignalFrame,
  type SignalFrameProps,
  SignalRowFrame,
} from '../ui/signal-frame.tsx'
import { Loading, SignalSkeleton } from '../ui/skeleton.tsx'
import { Ticker } from '../ui/ticker.tsx'
import { Part, Row } from './part.tsx'

const WARNING = 'Not an investment recommendation. Investing involves risk of loss.'
const author = (name: string) => <SignalAuthor href="/profile">{name}</SignalAuthor>

const SIGNALS: readonly SignalFrameProps[] = [
  {
    kind: 'buy',
    avatar: <Avatar initials="MA" hue={4} />,
    author: author('marta_lind'),
    age: '12m',
    badges: (
      <>
        <Badge tone="gain">Buy</Badge>
        <Ticker symbol="ASML" />
        <Badge tone="info" weight="medium">
          Adding Position
        </Badge>
      </>
    ),
    text: 'Added a third of my planned position in the low 640s. Order intake is lumpy, so I size for a bad quarter and add only on weekly closes above 655. Wrong below 598.',
    horizon: 'Time horizon: months',
    disclaimer: WARNING,
  },
  {
    kind: 'sell',
    avatar: <Avatar initials="DE" hue={3} />,
    author: author('a_very_long_username_of_thirty'),
    age: '48m',
    aside: (
      <Badge tone="brand" icon={LockOpen}>
        Premium
      </Badge>
    ),
    badges: (
      <>
        <Badge tone="loss">Sell</Badge>
        <Ticker symbol="XLE" />
        <Ticker symbol="CVX" />
        <Badge tone="caution" weight="medium">
          Taking Profits
        </Badge>
      </>
    ),
    text: 'Two lines,\nkept as typed.\n\nAnd a word without a break: https://example.com/averyveryveryveryveryveryveryveryverylongaddress',
    disclaimer: WARNING,
  },
  {
    kind: 'comment',
    avatar: <Avatar initials="QU" hue={1} />,
    author: author('quietvalue'),
    age: '3h',
    badges: <Badge tone="info">Comment</Badge>,
    text: 'قراءة النصوص مرة أخرى قبل أي تغيير.',
    disclaimer: WARNING,
  },
  {
    kind: 'other',
    avatar: <Avatar initials="TO" hue={5} />,
    author: author('tomas_reyes'),
    age: '1d',
    badges: <Badge>Other</Badge>,
    text: 'Closed the last of my small caps.',
    disclaimer: WARNING,
  },
  {
    locked: true,
    avatar: <Avatar initials="MA" hue={4} />,
    author: author('marta_lind'),
    age: '2h',
    panel: (
      <LockedPanel
        title="Premium signal"
        action={
          <Button variant="soft" asChild>
            <a href="/subscribe">Subscribe $12/month</a>
          </Button>
        }
      >
        Call, tickers and reasoning are for subscribers of marta_lind.
      </LockedPanel>
    ),
    disclaimer: WARNING,
  },
]

export function Signals() {
  return (
    <>
      <Part title="Composer, new-signals pill">
        <ComposerRow href="/share" avatar={<Avatar size="sm" initials="JO" hue={7} />} />
        <Row>
          <Pill>3 new signals</Pill>
        </Row>
      </Part>
      <Part title="Signal card: buy, sell, comment, other, locked, loading">
        {SIGNALS.map((signal, place) => (
          <SignalFrame key={place} {...signal} />
        ))}
        <Loading label="Loading signals">
          <SignalSkeleton />
        </Loading>
      </Part>
      <Part title="Signal rows: of one author, and signed">
        <CardList>
          {SIGNALS.slice(0, 3).map(
            ({ author: _author, avatar: _avatar, disclaimer: _disclaimer, ...signal }, place) => (
              <SignalRowFrame key={place} {...signal} />
            ),
          )}
        </CardList>
        <CardList>
          {SIGNALS.slice(0, 3).map(({ avatar: _avatar, disclaimer: _disclaimer, ...signal }, place) => (
            <SignalRowFrame key={place} {...signal} />
          ))}
        </CardList>
      </Part>
      <Part title="Banner">
        <Banner tone="caution" title="Required disclaimer">
          This content is informational and not financial advice.
        </Banner>
        <Banner tone="info" title="Your broker is connected">
          Share premium signals to attract subscribers.
        </Banner>
        <Banner tone="gain" title="Creator Mode Activated">
          You can post signals now.
        </Banner>
        <Banner tone="loss" title="Payment Failed">
          Your card was declined. Nothing was charged.
        </Banner>
        <OfflineBanner>Your draft is saved. Post it when you’re back online.</OfflineBanner>
        <OfflineStrip>You’re offline. This page was loaded before 09:41.</OfflineStrip>
      </Part>
      <Part title="List rows, figures, bill">
        <SectionHead
          level={3}
          action={
            <a className="link text-label" href="/all">
              See all
            </a>
          }
        >
          Current Holdings
        </SectionHead>
        <CardList>
          <CardHead>
            <p className="font-strong">My Portfolio</p>
            <Badge tone="gain" live>
              Live Data
            </Badge>
          </CardHead>
          <ul className="divide-y divide-line">
            <ListRow
              lead={<TickerAvatar ticker="ASML" />}
              title="ASML Holding"
              sub="ASML"
              end={<RowFigure value="+12.9%" note="since purchase" tone="gain" />}
            />
            <ListRow
              lead={<TickerAvatar ticker="NKE" />}
              title="A company with a long name that wraps to a second line"
              sub="NKE"
              end={<RowFigure value="−4.8%" note="since purchase" tone="loss" />}
            />
            <ListRow
              stack
              lead={<Avatar initials="MA" hue={4} />}
              title="marta_lind"
              sub="$12.00 per month"
              end={
                <>
                  <Button size="sm" variant="outline">
                    Manage
                  </Button>
                  <Button size="sm" variant="ghost">
                    Cancel
                  </Button>
                </>
              }
            />
          </ul>
        </CardList>
        <Card>
          <div className="grid gap-5">
            <Counts
              items={[
                { label: 'Followers', value: '1,284' },
                { label: 'Following', value: '86' },
                { label: 'Performance', value: '+18.4%', tone: 'gain' },
              ]}
            />
            <Facts
              items={[
                { label: 'Plan', value: 'Creator' },
                { label: 'Renews', value: 'Dec 20, 2026' },
              ]}
            />
            <PriceBreakdown
              items={[
                { label: 'Creator, 90%', value: '$10.80' },
                { label: 'Platform fee, 10%', value: '$1.20' },
              ]}
              total={{ label: 'Total', value: '$12.00' }}
            />
          </div>
        </Card>
      </Part>
      <Part title="Empty, not found, error, loading mark">
        <Card>
          <EmptyState action={<Button variant="outline">See everyone</Button>}>
            No signals yet. Start following other investors or create your first signal!
          </EmptyState>
        </Card>
        <Card>
          <EmptyState
            post="fallen"
            title="User not found"
            level={3}
            action={<Button variant="outline">Back to Feed</Button>}
          >
            This user doesn't exist or has a private profile.
          </EmptyState>
        </Card>
        <Card>
          <ErrorState onRetry={() => {}}>Couldn’t load the feed. Nothing you wrote is lost.</ErrorState>
        </Card>
        <LogoMark className="size-14" lifting />
      </Part>
    </>
  )
}
