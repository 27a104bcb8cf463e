// Section 3 of the specification: entities and their fields.
import * as by from './proofs.ts'
import { decided, row, type Section } from './row.ts'

const column = (words: string) => by.entities('has %s', words)
const once = (of: string) => by.entities('of %s each %s is there once', of)
const goesWith = (of: string) => by.entities('of %s those go with the person that %s names', of)
const MOMENT = 'timestamp(3) with time zone'
const CREATED = column(`created_at ${MOMENT} not null`)
const ID = column('id uuid not null')
const VIEW = by.people('%s is found by name in any case of letters')
const NEW = by.register('Ada registers and is signed in with the account she sees')

export const SECTION_3: Section[] = [
  {
    at: '3',
    title: 'User (users)',
    rows: [
      row('id (uuid, generated)', ID, NEW),
      decided(
        15,
        'email (unique, required)',
        'Unique without regard to case, kept as typed',
        column('email text not null'),
        once('email'),
        by.register(
          'a taken name or address is refused whatever the case of its letters, and the message names the field',
        ),
      ),
      row(
        'password (required)',
        column('password text not null'),
        by.register('a long password counts to its last character, and only its argon2id hash is kept'),
      ),
      decided(
        15,
        'username (unique, required)',
        'Unique without regard to case; some names are reserved',
        column('username text not null'),
        once('username'),
        by.register('the reserved name %s'),
      ),
      row('displayName', column('display_name text')),
      row('bio (text)', column('bio text')),
      row('profileImageUrl', column('profile_image_url text')),
      row('isPublic (boolean, default true)', column('is_public boolean not null default true'), NEW),
      row('stripeCustomerId', column('stripe_customer_id text')),
      row('stripeAccountId', column('stripe_account_id text')),
      row(
        'stripeOnboardingCompleted (boolean, default false)',
        column('stripe_onboarding_completed boolean not null default false'),
        NEW,
      ),
      row('creatorSubscriptionId', column('creator_subscription_id text')),
      decided(
        2,
        'subscriptionPrice and subscriptionPriceInCents (integers, default 500)',
        'One column; views carry it under both names',
        column('subscription_price_in_cents integer not null default 500'),
        NEW,
        VIEW,
      ),
      row('stripeProductId', column('stripe_product_id text')),
      row('stripePriceId', column('stripe_price_id text')),
      row('isCreator (boolean, default false)', column('is_creator boolean not null default false'), NEW),
      row('createdAt, updatedAt', CREATED, column(`updated_at ${MOMENT} not null`)),
      row('Views carry followersCount and followingCount', VIEW),
      decided(
        28,
        'Views carry performance, a string such as +0.0%',
        'Computed by the server, never accepted from a client',
        VIEW,
        by.figures('always has a sign and one decimal'),
        by.profile('what is not in the contract reaches no row, of oneself or of others'),
      ),
      decided(
        17,
        'Views carry firstName and lastName',
        'Derived from the display name: its first word and the rest',
        VIEW,
        by.names('the display name "%s" has the first name %s and the last name %s'),
      ),
      decided(
        20,
        'Further fields of the current user: not shown',
        'The own view adds e-mail and settings; views of others never have them, nor ids of payments',
        by.people('one sees more of oneself, but only where it is asked who is signed in'),
        by.people('a person is the same by name, by id and in the list, and nothing of them leaks'),
      ),
    ],
  },
  {
    at: '3',
    title: 'Session store (sessions)',
    rows: [
      row('sid (primary key)', column('sid text not null'), once('sid')),
      row('sess (json, required)', column('sess json not null')),
      row('expire (timestamp, required)', column(`expire ${MOMENT} not null`)),
      row('expire is indexed', by.entities('sessions are found by when they run out')),
    ],
  },
  {
    at: '3',
    title: 'Subscription (subscriptions)',
    rows: [
      row('id', ID),
      row(
        'subscriberId (required, user, cascade delete)',
        column('subscriber_id uuid not null'),
        goesWith('subscriber_id'),
      ),
      row(
        'creatorId (required, user, cascade delete)',
        column('creator_id uuid not null'),
        goesWith('creator_id'),
      ),
      row(
        'stripeSubscriptionId (unique)',
        column('stripe_subscription_id text'),
        once('stripe_subscription_id'),
      ),
      row('priceInCents (required)', column('price_in_cents integer not null')),
      row('status (required, default "active")', column("status text not null default 'active'::text")),
      row(
        'currentPeriodStart, currentPeriodEnd',
        column(`current_period_start ${MOMENT}`),
        column(`current_period_end ${MOMENT}`),
      ),
      row('createdAt, updatedAt', CREATED, column(`updated_at ${MOMENT} not null`)),
      row(
        'Read views include subscriber and creator as user objects',
        by.calls('answers with what the specification names', 'GET /api/subscriptions/creator/:id'),
        by.moneyCalls('she sees him and what he brings'),
      ),
    ],
  },
  {
    at: '3',
    title: 'Follow (follows)',
    rows: [
      row('id, createdAt', ID, CREATED),
      row(
        'followerId (required, user, cascade delete)',
        column('follower_id uuid not null'),
        goesWith('follower_id'),
      ),
      row(
        'followingId (required, user, cascade delete)',
        column('following_id uuid not null'),
        goesWith('following_id'),
      ),
    ],
  },
  {
    at: '3',
    title: 'Waitlist entry (waitlist)',
    rows: [
      row('id, createdAt', ID, CREATED),
      row('email (unique, required)', column('email text not null'), once('waitlist')),
    ],
  },
  {
    at: '3',
    title: 'Signal (signals)',
    rows: [
      row('id, createdAt', ID, CREATED),
      row('userId (required, user, cascade delete)', column('user_id uuid not null'), goesWith('signals')),
      row('content (text, required)', column('content text not null')),
      row('signalType (required)', column('signal_type text not null')),
      row('tickers (text holding a JSON array of strings)', column('tickers text')),
      row('intent, timeHorizon', column('intent text'), column('time_horizon text')),
      row('isPremium (boolean, default false)', column('is_premium boolean not null default false')),
      row(
        'signalType is buy, sell or comment',
        by.entities('a signal has as its %s one of %j', 'signal_type'),
        by.posting('%j is refused: %s', 'Signal type must be buy, sell or comment'),
      ),
      row(
        'intent is bullish, bearish, taking_profits, adding_position or watching',
        by.entities('a signal has as its %s one of %j', 'intent'),
      ),
      row('A feed item carries the author user', by.posting('Ada posts with nothing but a text')),
    ],
  },
  {
    at: '3',
    title: 'Portfolio holding (portfolio_holdings)',
    rows: [
      row('id, createdAt, updatedAt', ID, CREATED, column(`updated_at ${MOMENT} not null`)),
      row(
        'userId (required, cascade delete)',
        column('user_id uuid not null'),
        goesWith('portfolio_holdings'),
      ),
      row(
        'ticker (required), companyName (required)',
        column('ticker text not null'),
        column('company_name text not null'),
      ),
      row(
        'percentReturn (text, required, signed percent string)',
        column('percent_return text not null'),
        by.ownState(
          'a portfolio is its owner’s, in the order of its tickers, with percentages and no amounts',
        ),
      ),
    ],
  },
]
