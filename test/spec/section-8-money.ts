// Section 8 of the specification, last part: what is said about payments, and how uploads fare.
import * as by from './proofs.ts'
import { decided, row, type Section } from './row.ts'

const says = (situation: string) => by.outcomes('says the words of the specification', situation)
const inItsWords = (situation: string) =>
  by.outcomes("shows the server's own message only where the specification says so", situation)
const leads = (situation: string) =>
  by.outcomes('leads where and when the specification says, or nowhere', situation)

const PRICE = by.specFailures(
  'a price that is none is refused with its reason, one that cannot be saved in the words of its place',
)
const PAYOUTS = by.specFailures(
  'payouts are begun with an account and a link, the next time with a link alone; what fails is said',
)
const CANCELS = by.specFailures('a cancellation that fails is said in the words of the server, or in ours')

export const SECTION_8_MONEY: Section[] = [
  {
    at: '8',
    title: 'Payments and creators',
    rows: [
      row(
        '"Payment Failed" with the provider\'s message',
        says('payment fails'),
        inItsWords('payment fails'),
        by.moneyCards(
          'a declined card is said next to the form, all that was typed stays, and another card pays',
        ),
      ),
      row(
        '"Failed to load payment form. Please refresh and try again."',
        says('payment form fails to load'),
        by.specCheckout('a card form that cannot be fetched asks to refresh'),
      ),
      row(
        'A creator-plan error containing "Already a creator" redirects to onboarding',
        leads('creator plan for somebody who has it'),
        by.specCheckout('"Already a creator" in an answer leads to the setup'),
      ),
      row(
        'Connect not enabled: "Payment Setup Required", telling to enable Connect in the provider dashboard first',
        says('payment account feature not enabled'),
        PAYOUTS,
      ),
      row('"Failed to start onboarding"', says('onboarding start fails'), PAYOUTS),
      row('"Failed to update price"', says('price update fails'), PRICE),
      row(
        'Management dialog: "Update Failed" / "Failed to update subscription price"',
        says('price update in the management dialog fails'),
        PRICE,
      ),
      row(
        '"Creator Not Available" / "This creator hasn\'t set up subscriptions yet."',
        says('creator not flagged or without a price'),
        by.moneyRefused(
          'a creator who has no price yet cannot be subscribed to, also not by who sees the button',
        ),
        by.moneyRefused('oneself, a member and somebody unknown cannot be subscribed to'),
      ),
      row(
        '"Failed to load subscription details"',
        says('subscription details fail to load'),
        by.specCheckout('details that cannot be loaded are said, and nobody pays without them'),
      ),
      row(
        '"Cancellation Failed" with the server\'s message, else "Failed to cancel subscription"',
        says('cancellation of a subscription fails'),
        inItsWords('cancellation of a subscription fails'),
        CANCELS,
      ),
      row(
        '… else "Failed to cancel creator subscription"',
        says('cancellation of the creator plan fails'),
        CANCELS,
      ),
      row(
        '"useAuth must be used within an AuthProvider"',
        by.pageCalls('who is signed in can only be asked inside the provider'),
      ),
    ],
  },
  {
    at: '8',
    title: 'Upload transport, and what is not shown',
    rows: [
      row(
        '403 "Request has expired" is retried',
        by.specUpload('after ${what} it is sent again, to a new address', 'an address that has expired'),
        by.disk('an address whose 15 minutes are over, in the words upload clients look for'),
      ),
      row('429 backs off', by.specUpload('asked to slow down, it waits and goes on')),
      row('Other 4xx fail', by.specUpload('refused with ${status} it fails at once')),
      row(
        '… except 409',
        by.specUpload('after ${what} it is sent again, to a new address', 'two writers that met'),
      ),
      row('Offline pauses', by.specUpload('without a connection it waits, and goes on once there is one')),
      decided(
        14,
        'Duplicate e-mail on the waitlist: not shown',
        'The same success answer, stored once',
        by.waitlist('ten at the same moment are stored once'),
      ),
      decided(
        32,
        'Product-specific codes beyond those: not shown',
        '400, 401, 403, 404, 409, 413, 415, 429, 503 in JSON; anything else is a 500 with a request id',
        by.limited(
          '25 sign-ins from one address are heard, the 26th is told when to come back; another address is heard',
        ),
        by.contract('%s is served, and answers a visitor as the contract says'),
      ),
    ],
  },
]
