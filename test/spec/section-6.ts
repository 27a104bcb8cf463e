// Section 6 of the specification: roles and permissions.
import type { Section } from './row.ts'

export const SECTION_6: Section[] = [
  {
    at: '6',
    title: 'Roles and permissions',
    rows: [
      { id: '6.1', says: 'A visitor sees only the landing view' },
      { id: '6.2', says: 'A visitor may join the waitlist' },
      { id: '6.3', says: 'A visitor may sign in or register' },
      { id: '6.4', says: 'A logged-in user reads the feed' },
      { id: '6.5', says: '… follows and unfollows' },
      { id: '6.6', says: '… subscribes to creators' },
      {
        id: '6.7',
        says: 'Whom one can subscribe to: silent',
        decided: {
          answer: '10',
          holds: 'Not to oneself, a non-creator, one without payouts or price, or a private profile',
        },
      },
      { id: '6.8', says: '… edits the own profile' },
      { id: '6.9', says: '… signs out' },
      { id: '6.10', says: 'A creator with payment account and onboarding creates signals' },
      { id: '6.11', says: '… views the portfolio' },
      { id: '6.12', says: '… sees subscribers and revenue' },
      { id: '6.13', says: '… sets the price' },
      { id: '6.14', says: '… cancels the creator plan' },
      { id: '6.15', says: 'Posting requires a logged-in user and Creator Mode' },
      { id: '6.16', says: 'Without it: 403 with requiresSubscription' },
      {
        id: '6.17',
        says: 'Without finished payouts: silent',
        decided: { answer: '23', holds: '403 with requiresOnboarding' },
      },
      { id: '6.18', says: 'A private profile shows as "User not found" to others' },
      {
        id: '6.19',
        says: 'Enforcement of isPublic: not shown',
        decided: {
          answer: '18',
          holds:
            'To all but its owner and paying subscribers it is, byte for byte, an unknown user, on every call',
        },
      },
      {
        id: '6.20',
        says: 'Enforcement of isPremium: not shown',
        decided: {
          answer: '25',
          holds: 'Content, tickers, intent, horizon and type are not in the answer, on any surface',
        },
      },
      {
        id: '6.21',
        says: 'Editing and deleting a signal: silent',
        decided: { answer: '27', holds: 'A signal is a record; nobody can' },
      },
    ],
  },
]
