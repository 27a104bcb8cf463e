// Section 1 of the specification: what the product does, and for whom.
import * as by from './proofs.ts'
import { decided, row, type Section } from './row.ts'

export const SECTION_1: Section[] = [
  {
    at: '1',
    title: 'What the product does and for whom',
    rows: [
      row(
        'Tagline: "Follow trades. Share your own."',
        by.limits('%s', 'the product has a tagline'),
        by.specVisitor('the landing page says what the product is, and has a way in for everybody'),
      ),
      row(
        'Landing copy: "Share trades. Build trust. Get subscribers."',
        by.visitor('a visitor joins the waitlist'),
      ),
      row(
        'Three bullets: connect a brokerage to share real trades; credibility with authentic performance data; earn from subscribers who pay for signals',
        by.specVisitor('the landing page says what the product is, and has a way in for everybody'),
      ),
      row(
        'Creators publish signals and charge a subscription',
        by.moneyStory(
          'a newcomer becomes a creator and is paid by another one, who cancels and takes it back',
        ),
      ),
      row(
        'One becomes a creator by paying the monthly plan, then setting up payouts, then a price',
        by.moneyCalls('Nina becomes a creator with a price of $9.50'),
        by.moneyStory(
          'a newcomer becomes a creator and is paid by another one, who cancels and takes it back',
        ),
      ),
      row(
        'Others follow people',
        by.follow('whoever is followed is in the feed afterwards, and in the own count'),
      ),
      row(
        'Others pay creators for premium signals',
        by.premiumPage('a premium signal is locked for a stranger and open for a subscriber'),
      ),
      row(
        'Every card says that posts are no investment recommendations and that investing involves risk of loss',
        by.specCard('tickers are badges with a dollar sign, and each card ends with the disclaimer'),
        by.signalWords('the disclaimer says both things'),
      ),
      row(
        'Creators may connect a brokerage to show a portfolio: holdings and performance',
        by.portfolioBroker(
          'the sample broker is connected and says that it is live and a sample at ${width} px',
        ),
      ),
      decided(
        29,
        'Mechanics of the connection: not shown',
        'Amounts stay private; figures are percentages',
        by.connections('Ada connects the sample broker and sees its record, which says that it is a sample'),
        by.amounts('%s is told no amount by any call'),
      ),
      row(
        'Accounts have a username and a password',
        by.register('Ada registers and is signed in with the account she sees'),
      ),
      row('A waitlist takes visitors before the launch', by.visitor('a visitor joins the waitlist')),
      row(
        'Cards are charged through a payment provider, with connected accounts that creators are paid into',
        by.moneyCalls('Ben sees what he would pay and for whom, pays, and reads her premium signal'),
        by.split('what is shown is what is charged, kept and passed on, to the cent'),
      ),
    ],
  },
]
