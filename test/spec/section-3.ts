// Section 3 of the specification: entities, their fields, and the shapes of what is read.
import type { Section } from './row.ts'

export const SECTION_3: Section[] = [
  {
    at: '3',
    title: 'User (users)',
    rows: [
      { id: '3.1', says: 'id (uuid, generated)' },
      {
        id: '3.2',
        says: 'email (unique, required)',
        decided: { answer: '15', holds: 'Unique without regard to case, kept as typed' },
      },
      { id: '3.3', says: 'password (required)' },
      {
        id: '3.4',
        says: 'username (unique, required)',
        decided: { answer: '15', holds: 'Unique without regard to case; some names are reserved' },
      },
      { id: '3.5', says: 'displayName' },
      { id: '3.6', says: 'bio (text)' },
      { id: '3.7', says: 'profileImageUrl' },
      { id: '3.8', says: 'isPublic (boolean, default true)' },
      { id: '3.9', says: 'stripeCustomerId' },
      { id: '3.10', says: 'stripeAccountId' },
      { id: '3.11', says: 'stripeOnboardingCompleted (boolean, default false)' },
      { id: '3.12', says: 'creatorSubscriptionId' },
      {
        id: '3.13',
        says: 'subscriptionPrice and subscriptionPriceInCents (integers, default 500)',
        decided: { answer: '2', holds: 'One column; views carry it under both names' },
      },
      { id: '3.14', says: 'stripeProductId' },
      { id: '3.15', says: 'stripePriceId' },
      { id: '3.16', says: 'isCreator (boolean, default false)' },
      { id: '3.17', says: 'createdAt, updatedAt' },
      { id: '3.18', says: 'Views carry followersCount and followingCount' },
      {
        id: '3.19',
        says: 'Views carry performance, a string such as +0.0%',
        decided: { answer: '28', holds: 'Computed by the server, never accepted from a client' },
      },
      {
        id: '3.20',
        says: 'Views carry firstName and lastName',
        decided: { answer: '17', holds: 'Derived from the display name: its first word and the rest' },
      },
      {
        id: '3.21',
        says: 'Further fields of the current user: not shown',
        decided: {
          answer: '20',
          holds:
            'The own view adds e-mail and settings; views of others never have them, nor ids of payments',
        },
      },
    ],
  },
  {
    at: '3',
    title: 'Session store (sessions)',
    rows: [
      { id: '3.22', says: 'sid (primary key)' },
      { id: '3.23', says: 'sess (json, required)' },
      { id: '3.24', says: 'expire (timestamp, required)' },
      { id: '3.25', says: 'expire is indexed' },
    ],
  },
  {
    at: '3',
    title: 'Subscription (subscriptions)',
    rows: [
      { id: '3.26', says: 'id' },
      {
        id: '3.27',
        says: 'subscriberId (required, user, cascade delete)',
        decided: { answer: '40', holds: 'Required, and outlives the person as a former member' },
      },
      {
        id: '3.28',
        says: 'creatorId (required, user, cascade delete)',
        decided: { answer: '40', holds: 'Required, and outlives the person as a former member' },
      },
      { id: '3.29', says: 'stripeSubscriptionId (unique)' },
      { id: '3.30', says: 'priceInCents (required)' },
      { id: '3.31', says: 'status (required, default "active")' },
      { id: '3.32', says: 'currentPeriodStart, currentPeriodEnd' },
      { id: '3.33', says: 'createdAt, updatedAt' },
      { id: '3.34', says: 'Read views include subscriber and creator as user objects' },
    ],
  },
  {
    at: '3',
    title: 'Follow (follows)',
    rows: [
      { id: '3.35', says: 'id, createdAt' },
      { id: '3.36', says: 'followerId (required, user, cascade delete)' },
      { id: '3.37', says: 'followingId (required, user, cascade delete)' },
    ],
  },
  {
    at: '3',
    title: 'Waitlist entry (waitlist)',
    rows: [
      { id: '3.38', says: 'id, createdAt' },
      { id: '3.39', says: 'email (unique, required)' },
    ],
  },
  {
    at: '3',
    title: 'Signal (signals)',
    rows: [
      { id: '3.40', says: 'id, createdAt' },
      {
        id: '3.41',
        says: 'userId (required, user, cascade delete)',
        decided: { answer: '40', holds: 'Required, and outlives the person as a former member' },
      },
      { id: '3.42', says: 'content (text, required)' },
      { id: '3.43', says: 'signalType (required)' },
      { id: '3.44', says: 'tickers (text holding a JSON array of strings)' },
      { id: '3.45', says: 'intent, timeHorizon' },
      { id: '3.46', says: 'isPremium (boolean, default false)' },
      { id: '3.47', says: 'signalType is buy, sell or comment' },
      { id: '3.48', says: 'intent is bullish, bearish, taking_profits, adding_position or watching' },
      { id: '3.49', says: 'A feed item carries the author user' },
    ],
  },
  {
    at: '3',
    title: 'Portfolio holding (portfolio_holdings)',
    rows: [
      { id: '3.50', says: 'id, createdAt, updatedAt' },
      { id: '3.51', says: 'userId (required, cascade delete)' },
      { id: '3.52', says: 'ticker (required), companyName (required)' },
      { id: '3.53', says: 'percentReturn (text, required, signed percent string)' },
    ],
  },
  {
    at: '3',
    title: 'Other shapes',
    rows: [
      { id: '3.54', says: 'Portfolio data: holdings, connected, performance' },
      { id: '3.55', says: 'Follow status {isFollowing}' },
      { id: '3.56', says: 'Subscription status {isSubscribed}' },
      { id: '3.57', says: 'Creator status {isCreator}' },
      { id: '3.58', says: 'Connect account status {connected, accountId}' },
      { id: '3.59', says: 'Upload result {uploadURL}, then {objectPath}' },
      { id: '3.60', says: 'Subscription create response {clientSecret}' },
      { id: '3.61', says: 'User-subscription response {clientSecret, creatorName}' },
      {
        id: '3.62',
        says: 'Creator-plan response {clientSecret, creatorName}',
        note: 'The creator is the caller, so it has no name to tell',
      },
      { id: '3.63', says: 'What the server generates is no input: id, createdAt, updatedAt, userId' },
      { id: '3.64', says: 'Screens see user or null, isAuthenticated, a loading flag and the last error' },
    ],
  },
]
