// Section 7 of the specification, last part: the calls about money, and what else the page does.
import * as by from './proofs.ts'
import { decided, noted, row, type Section } from './row.ts'

/** That a call is in the contract as the specification has it, and is served. */
const as = (call: string) => [
  by.calls('takes what the specification sends, and needs nothing else', call),
  by.calls('answers with what the specification names', call),
  by.contract('%s is served, and answers a visitor as the contract says'),
]
const STORY = by.moneyStory(
  'a newcomer becomes a creator and is paid by another one, who cancels and takes it back',
)
const ONE = by.neverTwo(
  'thirty calls of all three kinds, from four tabs, at two servers: one subscription, charged once',
)
const UPLOADED = by.picture('An upload becomes the picture of its uploader, which anyone may see and keep')
const PAYOUTS = by.specFailures(
  'payouts are begun with an account and a link, the next time with a link alone; what fails is said',
)
const PAYS = by.moneyCalls('Ben sees what he would pay and for whom, pays, and reads her premium signal')
const ENDS = by.moneyCalls('he ends it, keeps access, and takes that back')

export const SECTION_7_MONEY: Section[] = [
  {
    at: '7',
    title: 'The calls about money',
    rows: [
      row(
        'GET /api/subscriptions/status/{id}: {isSubscribed}; refreshed after a subscription',
        ...as('GET /api/subscriptions/status/:id'),
        by.premium('and the subscription status says so, except of oneself'),
        STORY,
      ),
      decided(
        4,
        'POST /api/subscriptions/create {creatorId}: {clientSecret}',
        'The three subscribe calls are one operation; repeating them never makes two subscriptions',
        ...as('POST /api/subscriptions/create'),
        ONE,
        PAYS,
      ),
      decided(
        4,
        'POST /api/stripe/user-subscription {creatorId}: {clientSecret, creatorName}',
        'As above',
        ...as('POST /api/stripe/user-subscription'),
        ONE,
      ),
      decided(
        4,
        'POST /api/subscribe/creator {creatorId}: {clientSecret}',
        'As above',
        ...as('POST /api/subscribe/creator'),
        ONE,
      ),
      row(
        'POST /api/stripe/creator-subscription: {clientSecret}',
        ...as('POST /api/stripe/creator-subscription'),
        by.neverTwo('ten times the creator plan'),
      ),
      row(
        'GET /api/creator-status: {isCreator}',
        ...as('GET /api/creator-status'),
        by.ownState('%s is a creator: %s'),
      ),
      noted(
        'accountId is our own name for it: ids of Stripe never leave the server',
        'GET /api/stripe/connect/account-status: {connected, accountId}',
        ...as('GET /api/stripe/connect/account-status'),
        STORY,
      ),
      row(
        'POST /api/stripe/connect/create-account',
        ...as('POST /api/stripe/connect/create-account'),
        by.neverTwo('ten times the payout account'),
        PAYOUTS,
      ),
      row(
        'POST /api/stripe/connect/create-account-link: {url} to redirect to',
        ...as('POST /api/stripe/connect/create-account-link'),
        PAYOUTS,
      ),
      row(
        'POST /api/creator/setup-pricing {priceInCents}: the initial price',
        ...as('POST /api/creator/setup-pricing'),
        by.moneyCalls('Nina becomes a creator with a price of $9.50'),
      ),
      decided(
        9,
        'PUT /api/creator/subscription-price {priceInCents}: updates the price',
        'For new subscribers; existing ones keep the price they agreed to',
        ...as('PUT /api/creator/subscription-price'),
        by.moneyPrice('a subscriber of before keeps $9.50, a new one sees and pays $12'),
      ),
      row(
        'GET /api/subscriptions/creator/{id}: subscriptions to that creator',
        ...as('GET /api/subscriptions/creator/:id'),
        by.moneyCalls('she sees him and what he brings'),
        by.othersThings('the lists of others are closed, whether there is such a person or not'),
      ),
      row(
        'GET /api/subscriptions/subscriber/{id}: subscriptions held by that user',
        ...as('GET /api/subscriptions/subscriber/:id'),
        ENDS,
      ),
      decided(
        6,
        'DELETE /api/subscriptions/{id}: cancels a subscription',
        'At the end of the paid period',
        ...as('DELETE /api/subscriptions/:id'),
        ENDS,
      ),
      decided(
        6,
        'DELETE /api/creator-subscription/cancel: cancels the creator plan',
        'At the end of the paid period',
        ...as('DELETE /api/creator-subscription/cancel'),
        by.moneyManage('a creator plan is cancelled and kept in the same way'),
        by.creatorLeaves('kept after all, nothing happens'),
      ),
    ],
  },
  {
    at: '7',
    title: 'Other behaviour',
    rows: [
      row('Payments are confirmed with the provider, using the clientSecret', PAYS, STORY),
      row(
        'Manage opens a provider billing page in a new tab',
        by.moneyManage(
          "Manage opens the provider's page in a new tab, and what is done there shows here by itself",
        ),
      ),
      row(
        'Pictures are uploaded to object storage in a single request via the uploadURL',
        by.specUpload('a picture is sent in a single request'),
        UPLOADED,
      ),
    ],
  },
]
