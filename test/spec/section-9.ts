// Section 9 of the specification: business constants and limits.
import type { Section } from './row.ts'

export const SECTION_9: Section[] = [
  {
    at: '9',
    title: 'Money',
    rows: [
      { id: '9.1', says: 'Creator plan: $2.00/month' },
      { id: '9.2', says: 'Subscriber price: default 500 cents' },
      { id: '9.3', says: '600 cents where none is set' },
      {
        id: '9.4',
        says: '/subscribe shows a fixed $6/month label',
        decided: { answer: '3', holds: 'Only while no price is known' },
      },
      {
        id: '9.5',
        says: 'Price range: 500 to 10000 cents; 5 to 100 dollars',
        decided: { answer: '2', holds: 'Everywhere the same; fractions, strings and NaN are refused' },
      },
      { id: '9.6', says: 'Minimum $5.00 (500 cents is the fallback)' },
      {
        id: '9.7',
        says: 'Revenue split: 85/15 in one place, 90/10 in others',
        decided: {
          answer: '1',
          holds: 'One setting, 10% by default; the shares add up to the cent for every price',
        },
      },
    ],
  },
  {
    at: '9',
    title: 'Lengths and thresholds',
    rows: [
      { id: '9.8', says: 'Username 3 to 30 characters' },
      { id: '9.9', says: 'Password minimum 6' },
      { id: '9.10', says: 'displayName maximum 50' },
      { id: '9.11', says: 'bio maximum 160' },
      { id: '9.12', says: 'Signal content maximum 1000' },
      { id: '9.13', says: 'Profile image: 1 file, at most 5 MB' },
      { id: '9.14', says: 'Relative time thresholds: 60 s, 3600 s, 86400 s' },
    ],
  },
  {
    at: '9',
    title: 'Delays',
    rows: [
      { id: '9.15', says: 'After unauthorized 500 ms' },
      { id: '9.16', says: 'After Creator-Mode-required 1.5 s' },
      { id: '9.17', says: 'After logout 500 ms' },
      { id: '9.18', says: 'After creator payment 1 s' },
      { id: '9.19', says: 'After subscription success 2 s' },
      { id: '9.20', says: 'Already a creator 500 ms' },
    ],
  },
  {
    at: '9',
    title: 'The page',
    rows: [
      { id: '9.21', says: 'Feed loading shows 3 skeleton cards' },
      { id: '9.22', says: 'The first 4 letters of the ticker in the circle of a holding' },
      { id: '9.23', says: 'One toast at a time' },
      { id: '9.24', says: 'Display 5000 ms' },
      { id: '9.25', says: 'Swipe right to dismiss with threshold 50 px' },
      { id: '9.26', says: 'F8 focuses the notification area' },
      { id: '9.27', says: 'Tooltip open delay 700 ms' },
      { id: '9.28', says: 'Tooltip skip delay 300 ms' },
    ],
  },
  {
    at: '9',
    title: 'Uploads, data and what is not shown',
    rows: [
      { id: '9.29', says: 'Upload: multipart threshold 100 MB' },
      { id: '9.30', says: '… minimum part 5 MB' },
      { id: '9.31', says: '… maximum 10000 parts' },
      { id: '9.32', says: '… concurrency 6' },
      { id: '9.33', says: '… retry delays 0, 1, 3 and 5 s' },
      { id: '9.34', says: 'The profile picture uses a single request' },
      { id: '9.35', says: 'No retries, no polling, no refetch on focus, data never stale' },
      {
        id: '9.36',
        says: 'Limits on follows, signals per day or subscriptions: not shown',
        decided: { answer: '32', holds: '60 signals an hour, and others; 429 with Retry-After' },
      },
    ],
  },
]
