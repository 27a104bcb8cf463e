// Section 4 of the specification: states and transitions.
import type { Section } from './row.ts'

export const SECTION_4: Section[] = [
  {
    at: '4',
    title: 'States and transitions',
    rows: [
      { id: '4.1', says: 'Session: loading, then logged in or out' },
      { id: '4.2', says: 'Login stores the returned user as current' },
      { id: '4.3', says: 'So does registration' },
      { id: '4.4', says: 'Logout clears the current user' },
      { id: '4.5', says: 'Logout clears all cached server data' },
      { id: '4.6', says: 'Logout navigates to /' },
      { id: '4.7', says: 'The user read is not retried on failure' },
      { id: '4.8', says: 'Waitlist: form, then sending with inputs and button disabled' },
      { id: '4.9', says: '… then success, a confirmation' },
      { id: '4.10', says: '… or error: a toast, the form kept' },
      { id: '4.11', says: 'Closing resets it' },
      { id: '4.12', says: 'The auth dialog opens from "Log in"' },
      { id: '4.13', says: 'It closes on success of both kinds' },
      { id: '4.14', says: 'Its buttons are disabled while pending' },
      { id: '4.15', says: 'Signal dialog: open, then submit pending' },
      { id: '4.16', says: 'On success it closes, resets the form and clears the ticker input' },
      { id: '4.17', says: 'On error it stays open' },
      { id: '4.18', says: 'Subscribe dialog: pending while the create call runs' },
      {
        id: '4.19',
        says: 'It closes on success',
        decided: { answer: '5', holds: 'It moves on to the card form; success is said when it is paid' },
      },
      { id: '4.20', says: 'After success the user is sent onward after 2 s' },
      { id: '4.21', says: 'Portfolio: loading' },
      { id: '4.22', says: '… then empty; connected changes the message' },
      { id: '4.23', says: '… or populated, with the Live Data badge when connected' },
      {
        id: '4.24',
        says: 'Subscription status defaults to "active"',
        decided: { answer: '5', holds: 'A subscription begins incomplete and is active once paid' },
      },
      { id: '4.25', says: '"active" shows Manage and Cancel' },
      {
        id: '4.26',
        says: 'Other values and their transitions: not shown',
        decided: {
          answer: '7',
          holds: 'Those of Stripe; active and trialing have access, past_due for a week',
        },
      },
      {
        id: '4.27',
        says: 'What cancelling does: silent',
        decided: { answer: '6', holds: 'It ends with the paid period, and can be undone until then' },
      },
      { id: '4.28', says: 'Creator flow: who is one already is redirected to onboarding after 500 ms' },
      { id: '4.29', says: 'Otherwise the payment is begun, paid, and "Creator Mode Activated" shows' },
      { id: '4.30', says: '… and onboarding follows after 1 s' },
      {
        id: '4.31',
        says: 'How Creator Mode ends: silent',
        decided: {
          answer: '8',
          holds: 'No new signals or subscribers; subscriptions end with their periods; what was posted stays',
        },
      },
      { id: '4.32', says: 'Onboarding: payment setup is complete or not' },
      { id: '4.33', says: 'When not: create the account if there is none' },
      { id: '4.34', says: '… then an account link, and redirect to its url' },
      {
        id: '4.35',
        says: 'An unauthenticated answer to any action: a toast and a redirect to login after 500 ms',
      },
      { id: '4.36', says: 'The subscription status is fetched only for creators' },
      { id: '4.37', says: '… and only when logged in' },
    ],
  },
]
