// A suggested person: label, lead over the market with its range, and which of the viewer's tickers they call.
import type { SuggestedPerson } from '#shared/contracts/follows.ts'
import { TRADES_MIN } from '#shared/limits.ts'
import { dayText, timeText } from '#shared/rules/dates.ts'
import { price } from '#shared/rules/money.ts'
import { headerInitials, nameOf } from '#shared/rules/people.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { PersonMenu } from '#web/lib/person-menu.tsx'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { FollowButton } from './follow-button.tsx'

export function SuggestedRow({ person }: { person: SuggestedPerson }) {
  const { author } = person
  return (
    <ListRow
      lead={<Avatar initials={headerInitials(author)} hue={hueOf(author.id)} src={author.profileImageUrl} />}
      title={
        <a
          href={paths.profile(author.username)}
          className="rounded-badge wrap-anywhere underline-offset-[0.2em] hover:underline"
        >
          <bdi>{nameOf(author)}</bdi>
        </a>
      }
      sub={<span className="line-clamp-1 break-all">@{author.username}</span>}
      end={
        <FollowButton
          userId={author.id}
          initialIsFollowing={false}
          variant="soft"
          size="sm"
          name={author.username}
        />
      }
      foot={
        <div className="grid justify-items-start gap-1 tabular-nums">
          <div className="flex w-full items-center justify-between gap-2">
            <Label person={person} />
            {/* Beside the button, it would squeeze the name. It is square because it overlaps the text below. */}
            <PersonMenu person={author} className="relative -my-2.5 -mr-2 rounded-control!" />
          </div>
          <p className="text-label font-medium text-pretty">{resultText(person)}</p>
          <p className="text-small text-pretty text-ink-2">{factsOf(person).join(' · ')}</p>
        </div>
      }
    />
  )
}

function Label({ person: { label, trades } }: { person: SuggestedPerson }) {
  if (label === 'likely_skill') return <Badge tone="brand">Likely skill</Badge>
  if (label === 'could_be_luck') return <Badge tone="neutral">Could be luck</Badge>
  return (
    <span className="inline-flex min-h-6 items-center rounded-badge px-2 text-small font-strong text-ink-2 ring-1 ring-line-strong ring-inset">
      {trades < TRADES_MIN ? `Not rated yet: ${trades} of ${TRADES_MIN} trades` : 'Not rated yet'}
    </span>
  )
}

const CAPITAL_IN_CENTS = 1_000_000
const DAYS_A_YEAR = 252

/** "+11.5% a year ahead of the market, +9.1% after $20 a month", or how many trades are ahead. */
function resultText({ lead, author, hasPrice, ahead, behind }: SuggestedPerson): string {
  if (!lead)
    return ahead === null || behind === null
      ? 'Too few trades to count'
      : `${ahead} ahead of SPY, ${behind} behind`
  const [mean, months] = [Number(lead.mean), lead.yearly ? 12 : (12 * lead.days) / DAYS_A_YEAR]
  const figure = mean < 0 ? percentOf(String(-mean)).replace('+', '') : percentOf(lead.mean)
  const side = mean < 0 ? 'behind the market' : 'ahead of the market'
  const text = lead.yearly ? `${figure} a year ${side}` : `${figure} ${side} ${timeText(lead)}`
  if (!hasPrice || !author.isCreator) return text
  const cost = (months * author.subscriptionPriceInCents) / CAPITAL_IN_CENTS
  return `${text}, ${percentOf(String(mean - cost))} after ${price(author.subscriptionPriceInCents)} a month`
}

/** "Likely +7% to +16%", "posts on $NVDA, $AMD", "worst trade −3.1 pts". */
function factsOf({ lead, calls, worst, since }: SuggestedPerson): string[] {
  const facts = [
    ...(lead ? [`likely ${wholePercent(lead.low)} to ${wholePercent(lead.high)}`] : []),
    ...(calls.length > 0 ? [`posts on ${calls.map((ticker) => `$${ticker}`).join(', ')}`] : []),
    ...(lead && worst !== null ? [`worst trade ${percentOf(worst).replace('%', ' pts')}`] : []),
    ...(lead ? [] : [`since ${dayText(since)}`]),
  ]
  return facts.map((fact, place) => (place === 0 ? `${fact[0]?.toUpperCase()}${fact.slice(1)}` : fact))
}

const WHOLE = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})
/** "+7%", with a real minus sign. */
const wholePercent = (ratio: string): string => WHOLE.format(Number(ratio)).replace('-', '−')
