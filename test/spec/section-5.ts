// Section 5 of the specification: validation rules.
import type { Section } from './row.ts'

export const SECTION_5: Section[] = [
  {
    at: '5',
    title: 'Sign-in and register',
    rows: [
      { id: '5.1', says: '"Username is required"' },
      { id: '5.2', says: '"Password is required"' },
      { id: '5.3', says: '… in the dialog as well' },
      { id: '5.4', says: '"Invalid email address"' },
      {
        id: '5.5',
        says: '"Password must be at least 6 characters"',
        decided: { answer: '21', holds: 'A setting, PASSWORD_MIN_LENGTH, 6 unless set' },
      },
      { id: '5.6', says: '"Username must be at least 3 characters"' },
      { id: '5.7', says: '"Username too long", above 30' },
      { id: '5.8', says: '3 and 30 characters are accepted' },
      { id: '5.9', says: '"Username can only contain letters, numbers, and underscores"' },
      { id: '5.10', says: 'displayName is optional' },
      {
        id: '5.11',
        says: 'A taken name or address: silent',
        decided: { answer: '16', holds: '409 with a message that names the field' },
      },
    ],
  },
  {
    at: '5',
    title: 'Profile update',
    rows: [
      { id: '5.12', says: 'All fields are optional' },
      { id: '5.13', says: 'username 3 to 30, letters, digits, underscores' },
      { id: '5.14', says: 'displayName at most 50' },
      { id: '5.15', says: 'bio at most 160' },
      { id: '5.16', says: 'profileImageUrl a URL' },
      { id: '5.17', says: 'isPublic boolean' },
      { id: '5.18', says: 'subscriptionPrice from 500 to 10000' },
      { id: '5.19', says: 'In the edit dialog Display Name and Bio are trimmed' },
      { id: '5.20', says: '… and empty values are omitted' },
    ],
  },
  {
    at: '5',
    title: 'Waitlist and signal',
    rows: [
      { id: '5.21', says: '"Please enter a valid email address"' },
      { id: '5.22', says: '"Signal content is required"' },
      { id: '5.23', says: '"Signal content too long", above 1000' },
      { id: '5.24', says: '… in the dialog as well' },
      { id: '5.25', says: 'signalType one of buy, sell, comment' },
      { id: '5.26', says: '… default buy' },
      { id: '5.27', says: 'Tickers are optional' },
      { id: '5.28', says: 'Each is trimmed and upper-cased' },
      { id: '5.29', says: 'Each is non-empty' },
      { id: '5.30', says: 'Duplicates are ignored' },
      {
        id: '5.31',
        says: 'Which symbols, and how many: silent',
        decided: { answer: '26', holds: '1 to 12 of A–Z 0–9 . - ^ = /, at most 20; a bad one is named' },
      },
      { id: '5.32', says: 'Tickers are sent as a JSON-encoded string, or null' },
    ],
  },
  {
    at: '5',
    title: 'Profile picture',
    rows: [
      { id: '5.33', says: 'One file' },
      { id: '5.34', says: 'Images only' },
      { id: '5.35', says: 'At most 5242880 bytes' },
      { id: '5.36', says: 'An image that cannot be processed is an error' },
    ],
  },
  {
    at: '5',
    title: 'Subscription price',
    rows: [
      { id: '5.37', says: 'Minimum $5.00' },
      {
        id: '5.38',
        says: 'Sent in cents, rounded',
        decided: { answer: '2', holds: 'Read to the cent as typed; fractions of a cent are refused' },
      },
      { id: '5.39', says: 'The onboarding input allows 5 to 100, step 0.01' },
      { id: '5.40', says: 'Its button is disabled below 5' },
      {
        id: '5.41',
        says: 'The dialog rejects empty, non-numeric and under-5 values: "Invalid Price" / "Subscription price must be at least $5.00"',
      },
      {
        id: '5.42',
        says: '/subscribe without a creator: "Creator Not Found" / "Please select a creator to subscribe to.", and home',
      },
      {
        id: '5.43',
        says: 'Validation on the server beyond these: not shown',
        decided: { answer: '32', holds: '400 with the message; the server checks all of the above itself' },
      },
    ],
  },
]
