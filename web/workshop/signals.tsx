// Signal cards in every state, lists, figures, and empty, loading and error states.
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
import { OutcomeLine } from '../ui/outcome-line.tsx'
import { OutcomeSpace } from '../ui/outcome-space.tsx'
import { OfflineBanner, OfflineStrip } from '../ui/offline-banner.tsx'
import { Pill } from '../ui/pill.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { SignalFrame, SignalRowFrame } from '../ui/signal-frame.tsx'
import { Loading, SignalSkeleton } from '../ui/skeleton.tsx'
import { Part, Row } from './part.tsx'
import { OUTCOMES, SIGNALS } from './signal-samples.tsx'

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
      <Part title="Outcome line: pending, open, closed, linked, not scored, sealed, loading">
        <SignalFrame {...SIGNALS[0]} outcome={<OutcomeLine {...OUTCOMES[1]} />} />
        <Card className="grid grid-cols-[minmax(0,1fr)]">
          {OUTCOMES.map((outcome, place) => (
            <OutcomeLine key={place} {...outcome} />
          ))}
          <OutcomeSpace />
        </Card>
      </Part>
      <Part title="Banner">
        <Banner tone="caution" title="Not financial advice">
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
