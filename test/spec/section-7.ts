// Section 7 of the specification: the calls of the page.
import type { Section } from './row.ts'

export const SECTION_7: Section[] = [
  {
    at: '7',
    title: 'How calls are made',
    rows: [
      { id: '7.1', says: 'All calls include credentials' },
      { id: '7.2', says: 'Payloads are JSON with a JSON content type' },
      { id: '7.3', says: 'Reads use GET and parse JSON' },
      { id: '7.4', says: 'Reads and writes are not retried' },
      { id: '7.5', says: 'Reads are never stale and do not refetch on window focus or poll' },
    ],
  },
  {
    at: '7',
    title: 'The calls',
    rows: [
      {
        id: '7.6',
        says: 'GET /api/user: the user, or absent when not logged in; read at startup',
        decided: { answer: '11', holds: '200 with null when signed out' },
      },
      { id: '7.7', says: 'POST /api/login {username, password}: the user' },
      { id: '7.8', says: 'POST /api/register {email, password, username, displayName}: the user' },
      { id: '7.9', says: 'POST /api/logout: body unused' },
      {
        id: '7.10',
        says: 'POST /api/waitlist {email}: fields of the response not shown',
        decided: { answer: '14', holds: 'The same answer for known and unknown addresses, each stored once' },
      },
      {
        id: '7.11',
        says: 'GET /api/users: refreshed after profile update; fields not shown',
        decided: {
          answer: '19',
          holds:
            'Public profiles, newest first, ?query= filters, 20 a page; the page reads people one by one, and anew',
        },
      },
      {
        id: '7.12',
        says: 'GET /api/users/{username}: a user',
        decided: { answer: '15', holds: 'In any case of letters' },
      },
      { id: '7.13', says: 'GET /api/users/id/{creatorId}: a user' },
      {
        id: '7.14',
        says: 'PUT /api/profile {displayName, bio, profileImageUrl}, then user data is refreshed',
      },
      {
        id: '7.15',
        says: 'POST /api/objects/upload: {uploadURL}',
        decided: {
          answer: '21a',
          holds: 'Takes an optional { contentType, size } that is signed into the address',
        },
      },
      { id: '7.16', says: 'PUT /api/profile-images {profileImageURL}: {objectPath}' },
      { id: '7.17', says: 'GET /api/follows/status/{id}: {isFollowing}' },
      { id: '7.18', says: 'POST /api/follows {followingId}' },
      { id: '7.19', says: 'DELETE /api/follows/{id}' },
      { id: '7.20', says: 'GET /api/signals/feed: list of signals' },
      { id: '7.21', says: "GET /api/signals/user/{id}: that user's signals" },
      {
        id: '7.22',
        says: 'POST /api/signals {content, signalType, tickers}; on success the feed is refreshed',
      },
      { id: '7.23', says: 'GET /api/portfolio: {holdings, performance}' },
    ],
  },
  {
    at: '7',
    title: 'The calls about money',
    rows: [
      {
        id: '7.24',
        says: 'GET /api/subscriptions/status/{id}: {isSubscribed}; refreshed after a subscription',
      },
      {
        id: '7.25',
        says: 'POST /api/subscriptions/create {creatorId}: {clientSecret}',
        decided: {
          answer: '4',
          holds: 'The three subscribe calls are one operation; repeating them never makes two subscriptions',
        },
      },
      {
        id: '7.26',
        says: 'POST /api/stripe/user-subscription {creatorId}: {clientSecret, creatorName}',
        decided: { answer: '4', holds: 'As above' },
      },
      {
        id: '7.27',
        says: 'POST /api/subscribe/creator {creatorId}: {clientSecret}',
        decided: { answer: '4', holds: 'As above' },
      },
      { id: '7.28', says: 'POST /api/stripe/creator-subscription: {clientSecret}' },
      { id: '7.29', says: 'GET /api/creator-status: {isCreator}' },
      {
        id: '7.30',
        says: 'GET /api/stripe/connect/account-status: {connected, accountId}',
        note: 'accountId is our own name for it: ids of Stripe never leave the server',
      },
      { id: '7.31', says: 'POST /api/stripe/connect/create-account' },
      { id: '7.32', says: 'POST /api/stripe/connect/create-account-link: {url} to redirect to' },
      { id: '7.33', says: 'POST /api/creator/setup-pricing {priceInCents}: the initial price' },
      {
        id: '7.34',
        says: 'PUT /api/creator/subscription-price {priceInCents}: updates the price',
        decided: { answer: '9', holds: 'For new subscribers; existing ones keep the price they agreed to' },
      },
      { id: '7.35', says: 'GET /api/subscriptions/creator/{id}: subscriptions to that creator' },
      { id: '7.36', says: 'GET /api/subscriptions/subscriber/{id}: subscriptions held by that user' },
      {
        id: '7.37',
        says: 'DELETE /api/subscriptions/{id}: cancels a subscription',
        decided: { answer: '6', holds: 'At the end of the paid period' },
      },
      {
        id: '7.38',
        says: 'DELETE /api/creator-subscription/cancel: cancels the creator plan',
        decided: { answer: '6', holds: 'At the end of the paid period' },
      },
    ],
  },
  {
    at: '7',
    title: 'Other behaviour',
    rows: [
      { id: '7.39', says: 'Payments are confirmed with the provider, using the clientSecret' },
      { id: '7.40', says: 'Manage opens a provider billing page in a new tab' },
      { id: '7.41', says: 'Pictures are uploaded to object storage in a single request via the uploadURL' },
    ],
  },
]
