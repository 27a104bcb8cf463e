// People to follow in the first run: by record, with what is known about it and which of the viewer's tickers they call.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { follows, type PersonByRecord } from '#shared/contracts/follows.ts'
import { TRADES_MIN } from '#shared/limits.ts'
import { dayText, timeText } from '#shared/rules/dates.ts'
import { price } from '#shared/rules/money.ts'
import { headerInitials, nameOf } from '#shared/rules/people.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, SampleBadge } from '#web/ui/badge.tsx'
import { Card, CardList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'
import { FollowButton } from './follow-button.tsx'

/** `renderHead` is told whether any of them calls a ticker of the viewer. */
export function PeopleByRecord({ renderHead }: { renderHead: (callsAny: boolean) => ReactNode }) {
  const query = useQuery({ queryKey: queryKeys.peopleByRecord, queryFn: () => call(follows.byRecord) })
  const { data, error, isFetching, refetch } = query
  return (
    <>
      {renderHead(data?.some(({ calls }) => calls.length > 0) ?? false)}
      {data?.some(({ isSample }) => isSample) && (
        <div>
          <SampleBadge />
        </div>
      )}
      {data?.length === 0 ? (
        <Card>
          <EmptyState>Nobody to suggest yet. Discover shows new people as they post.</EmptyState>
        </Card>
      ) : (
        <CardList as={data ? 'ul' : 'div'}>
          {data?.map((person) => <Row key={person.author.id} person={person} />) ??
            (error && !isUnauthorized(error) ? (
              <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
                {error instanceof OfflineError
                  ? error.message
                  : 'Couldn’t load people. You can find them on Discover.'}
              </ErrorState>
            ) : (
              <Loading label="Loading people">
                <RowSkeletons />
              </Loading>
            ))}
        </CardList>
      )}
    </>
  )
}

function Row({ person }: { person: PersonByRecord }) {
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
          <Label person={person} />
          <p className="text-label font-medium text-pretty">{resultText(person)}</p>
          <p className="text-small text-pretty text-ink-2">{factsOf(person).join(' · ')}</p>
        </div>
      }
    />
  )
}

function Label({ person: { label, trades } }: { person: PersonByRecord }) {
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
function resultText({ lead, author, hasPrice, ahead, behind }: PersonByRecord): string {
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

/** "Likely +7% to +16%", "calls $NVDA, $AMD", "worst trade −3.1 pts". */
function factsOf({ lead, calls, worst, since }: PersonByRecord): string[] {
  const facts = [
    ...(lead ? [`likely ${wholePercent(lead.low)} to ${wholePercent(lead.high)}`] : []),
    ...(calls.length > 0 ? [`calls ${calls.map((ticker) => `$${ticker}`).join(', ')}`] : []),
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
