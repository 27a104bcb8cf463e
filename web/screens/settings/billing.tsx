// Settings, "Billing": the person's payments, and a creator's plan, payouts and price. Each row links to its
// page.
import { ExternalLink } from 'lucide-react'
import { creators, type PayoutAccount, type Plan } from '#shared/contracts/creators.ts'
import type { Subscription } from '#shared/contracts/billing.ts'
import { BillingAddressRow } from '#web/features/checkout/billing-address-row.tsx'
import { needsAction, usePayouts, usePlan } from '#web/features/creators/queries.ts'
import { useBillingPage, usePayDueOnReturn } from '#web/features/subscriptions/billing-page.ts'
import { SavedCardRow } from '#web/features/subscriptions/saved-card.tsx'
import { flattenPages, useOwnSubscriptions } from '#web/features/subscriptions/queries.ts'
import { subscriptionState } from '#web/features/subscriptions/subscription-state.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { dollars, shortDate } from '#web/lib/money-and-dates.ts'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { CardList } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { SettingRow } from '#web/ui/setting-row.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'
import { BillingHistory } from './billing-history.tsx'

export default function Billing() {
  const { isCreator } = useViewer()
  usePayDueOnReturn()
  const held = useOwnSubscriptions()
  const plan = usePlan()
  const payouts = usePayouts()
  const queries = [held, plan, ...(isCreator ? [payouts] : [])]
  const failed = queries.find(({ data, error }) => data === undefined && error && !isUnauthorized(error))
  if (failed)
    return (
      <CardList>
        <ErrorState
          onRetry={() => queries.forEach((query) => void query.refetch())}
          retrying={queries.some(({ isFetching }) => isFetching)}
        >
          {failed.error instanceof OfflineError ? failed.error.message : 'Couldn’t load your billing.'}
        </ErrorState>
      </CardList>
    )
  if (queries.some(({ data }) => data === undefined))
    return (
      <CardList>
        <Loading label="Loading your billing">
          <RowSkeletons />
        </Loading>
      </CardList>
    )
  const subscriptions = flattenPages(held)
  return (
    <>
      <CardList as="ul">
        <SettingRow
          name="Subscriptions"
          state={subscriptionsText(subscriptions, held.hasNextPage)}
          href={paths.subscriptions}
          action="Manage"
          label="Manage subscriptions"
        />
        <PlanRow plan={plan.data ?? null} />
        {(subscriptions.length > 0 || plan.data) && (
          <>
            <SavedCardRow isDue={[...subscriptions, ...(plan.data ? [plan.data] : [])].some(isDue)} />
            <BillingAddressRow />
            <CardsRow hasPlan={plan.data !== null} />
          </>
        )}
      </CardList>
      <BillingHistory />
      {isCreator && payouts.data && (
        <CardList as="ul">
          <SettingRow
            name="Studio"
            state="Your subscribers, revenue and churn"
            href={paths.studio}
            action="Open"
            label="Open Studio"
          />
          <PriceRow />
          <SettingRow
            name="Payouts"
            state={payoutsText(payouts.data)}
            href={paths.creatorOnboarding}
            action="Open"
            label="Open payouts"
          />
        </CardList>
      )}
    </>
  )
}

/** What is charged each month, in US cents. */
const totalOf = ({ priceInCents, taxInCents = 0 }: Subscription | Plan) => priceInCents + taxInCents
const monthlyText = (one: Plan) =>
  `${dollars(totalOf(one))} a month${one.taxInCents === undefined ? '' : ` with ${dollars(one.taxInCents)} tax`}`

const isDue = (one: Subscription | Plan) => subscriptionState(one) === 'due'

/** "3 active, $31.00 a month". `hasMore`: there are further pages, so the list has no total. */
function subscriptionsText(all: readonly Subscription[], hasMore: boolean): string {
  const states = all.map((subscription) => ({ subscription, state: subscriptionState(subscription) }))
  const current = states.filter(({ state }) => state !== 'ended')
  if (current.length === 0) return 'None active'
  if (hasMore) return `More than ${current.length} active`
  const renewing = current.filter(({ state }) => state === 'active' || state === 'due')
  const cents = renewing.reduce((sum, { subscription }) => sum + totalOf(subscription), 0)
  const due = current.filter(({ state }) => state === 'due').length
  return [
    `${current.length} active`,
    ...(cents > 0 ? [`${dollars(cents)} a month`] : []),
    ...(due > 0 ? [`${due} with a payment due`] : []),
  ].join(', ')
}

function PlanRow({ plan }: { plan: Plan | null }) {
  const { isCreator } = useViewer()
  const isOff = plan === null ? !isCreator : subscriptionState(plan) === 'ended'
  return (
    <SettingRow
      name="Creator Mode"
      state={isOff ? 'Off. Post signals and earn from subscribers.' : planText(plan)}
      {...(isOff
        ? { href: paths.creatorSubscribe, action: 'Enable', label: 'Enable Creator Mode' }
        : { href: paths.subscriptions, action: 'Manage', label: 'Manage Creator Mode' })}
    />
  )
}

function planText(plan: Plan | null): string {
  // A few accounts have Creator Mode without a plan.
  if (plan === null) return 'On'
  const price = monthlyText(plan)
  if (subscriptionState(plan) === 'due') return `${price}. Your last payment didn’t go through.`
  if (plan.endsAt) return `${price}, ends ${shortDate(plan.endsAt)}`
  return plan.currentPeriodEnd ? `${price}, renews ${shortDate(plan.currentPeriodEnd)}` : price
}

function CardsRow({ hasPlan }: { hasPlan: boolean }) {
  const { open, isOpening } = useBillingPage(async () => (hasPlan ? call(creators.checkPlan) : undefined))
  return (
    <ListRow
      title="Invoices"
      sub="Opens the payment provider’s page"
      end={
        <Button
          variant="outline"
          size="sm"
          icon={ExternalLink}
          pending={isOpening}
          aria-label="Open invoices"
          onClick={open}
        >
          Open
        </Button>
      }
    />
  )
}

function PriceRow() {
  const { hasPrice, subscriptionPriceInCents } = useViewer()
  return (
    <SettingRow
      name="Your price"
      state={hasPrice ? `${dollars(subscriptionPriceInCents)} a month` : 'Not set'}
      {...(hasPrice
        ? { href: `${paths.subscriptions}?dialog=edit-price`, action: 'Change', label: 'Change your price' }
        : { href: paths.creatorOnboarding, action: 'Set', label: 'Set your price' })}
    />
  )
}

function payoutsText(account: PayoutAccount): string {
  if (account.onHold) return 'On hold: the payment provider needs more details'
  if (needsAction(account)) return 'The payment provider needs more details'
  if (account.standing === 'pending') return 'The payment provider is checking your details'
  return account.standing === 'active' ? 'Connected' : 'Not set up'
}
