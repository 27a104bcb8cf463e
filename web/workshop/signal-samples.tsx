// Signals in every state, as the props of their frames.
import { LockOpen } from 'lucide-react'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import type { OutcomeLineProps } from '../ui/outcome-line.tsx'
import { LockedPanel, SignalAuthor, type SignalFrameProps } from '../ui/signal-frame.tsx'
import { Ticker } from '../ui/ticker.tsx'

const WARNING = 'Not an investment recommendation. Investing involves risk of loss.'
const author = (name: string) => <SignalAuthor href="/profile">{name}</SignalAuthor>

export const SIGNALS: readonly [SignalFrameProps, ...SignalFrameProps[]] = [
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
        Only subscribers of marta_lind can read this signal.
      </LockedPanel>
    ),
    disclaimer: WARNING,
  },
]

/** Outcome lines in every state. */
export const OUTCOMES: readonly [OutcomeLineProps, OutcomeLineProps, ...OutcomeLineProps[]] = [
  { state: 'pending', label: 'Pending', about: 'Entry at today’s close, 4:00 PM New York' },
  {
    state: 'open',
    label: 'Open',
    about: '$641.20 → $661.10 · 12 days',
    figure: { value: '+3.1%', tone: 'gain', benchmark: 'SPY +0.8%', difference: 'ahead by 2.3 pts' },
  },
  {
    state: 'open',
    label: 'Open',
    about: '2 tickers, equal parts · 4 days',
    figure: { value: '−2.4%', tone: 'loss', benchmark: 'SPY +0.4%', difference: 'behind by 2.8 pts' },
  },
  {
    state: 'closed',
    label: 'Closed',
    about: 'Short $238.10 → $249.31 · 21 days',
    figure: { value: '−4.7%', tone: 'loss', benchmark: 'SPY +1.9%', difference: 'behind by 2.8 pts' },
  },
  {
    state: 'linked',
    label: 'Adds to',
    about: (
      <a className="link" href="/signal">
        the earlier buy
      </a>
    ),
  },
  { state: 'unscored', label: 'Not scored', about: 'Only US-listed shares and funds are scored.' },
  {
    state: 'sealed',
    label: 'Sealed',
    about: 'Opens by Feb 18, 2027, and counts from then on.',
  },
]
