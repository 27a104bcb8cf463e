// Section 1 of the specification: what the product does, and for whom.
import type { Section } from './row.ts'

export const SECTION_1: Section[] = [
  {
    at: '1',
    title: 'What the product does and for whom',
    rows: [
      { id: '1.1', says: 'Tagline: "Follow trades. Share your own."' },
      { id: '1.2', says: 'Landing copy: "Share trades. Build trust. Get subscribers."' },
      {
        id: '1.3',
        says: 'Three bullets: connect a brokerage to share real trades; credibility with authentic performance data; earn from subscribers who pay for signals',
      },
      { id: '1.4', says: 'Creators publish signals and charge a subscription' },
      {
        id: '1.5',
        says: 'One becomes a creator by paying the monthly plan, then setting up payouts, then a price',
      },
      { id: '1.6', says: 'Others follow people' },
      { id: '1.7', says: 'Others pay creators for premium signals' },
      {
        id: '1.8',
        says: 'Every card says that posts are no investment recommendations and that investing involves risk of loss',
      },
      { id: '1.9', says: 'Creators may connect a brokerage to show a portfolio: holdings and performance' },
      {
        id: '1.10',
        says: 'Mechanics of the connection: not shown',
        decided: { answer: '29', holds: 'Amounts stay private; figures are percentages' },
      },
      { id: '1.11', says: 'Accounts have a username and a password' },
      { id: '1.12', says: 'A waitlist takes visitors before the launch' },
      {
        id: '1.13',
        says: 'Cards are charged through a payment provider, with connected accounts that creators are paid into',
      },
    ],
  },
]
