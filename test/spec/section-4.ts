// Section 4 of the specification: states and transitions.
import * as by from './proofs.ts'
import { decided, row, type Section } from './row.ts'

const SIGNED_OUT = by.session(
  'signing out in one tab ends the other within a second, and nothing of the person is left',
)
const JOINING = by.specVisitor(
  'the waitlist says what it does, keeps what was typed when it fails, and is empty the next time',
)
const SIGNING_IN = by.specVisitor(
  'the sign-in dialog waits with its button disabled, and is gone once somebody is in',
)
const REGISTERING = by.specVisitor(
  'an account is created with four fields; a refusal is said, and success closes the dialog',
)
const POSTED = by.postSignal('a creator posts a signal, and a follower finds it at the top of her feed')
const POSTING = by.specDialogs(
  'a signal sends its tickers as JSON in a text, or null, and waits with its button disabled',
)
const STORY = by.moneyStory(
  'a newcomer becomes a creator and is paid by another one, who cancels and takes it back',
)
const PAYOUTS = by.specFailures(
  'payouts are begun with an account and a link, the next time with a link alone; what fails is said',
)
const EMPTY = by.portfolioBroker('a broker without positions and a paper account are shown as what they are')

export const SECTION_4: Section[] = [
  {
    at: '4',
    title: 'States and transitions',
    rows: [
      row(
        'Session: loading, then logged in or out',
        by.specVisitor('while it is not known who is here, nothing but the loading view shows'),
      ),
      row('Login stores the returned user as current', SIGNING_IN),
      row('So does registration', REGISTERING),
      row('Logout clears the current user', SIGNED_OUT),
      row('Logout clears all cached server data', SIGNED_OUT),
      row('Logout navigates to /', SIGNED_OUT, by.specTiming('whoever signs out is led home after 500 ms')),
      row(
        'The user read is not retried on failure',
        by.specVisitor('who is here is asked once, and a failure is said instead of tried again'),
      ),
      row('Waitlist: form, then sending with inputs and button disabled', JOINING),
      row('… then success, a confirmation', by.visitor('a visitor joins the waitlist')),
      row('… or error: a toast, the form kept', JOINING),
      row('Closing resets it', JOINING),
      row('The auth dialog opens from "Log in"', SIGNING_IN),
      row('It closes on success of both kinds', SIGNING_IN, REGISTERING),
      row('Its buttons are disabled while pending', SIGNING_IN, REGISTERING),
      row('Signal dialog: open, then submit pending', POSTING),
      row('On success it closes, resets the form and clears the ticker input', POSTED),
      row(
        'On error it stays open',
        POSTING,
        by.postSignal('any other refusal is said in the words of the server, and the dialog stays open'),
      ),
      row(
        'Subscribe dialog: pending while the create call runs',
        by.specCheckout(
          'the subscribe dialog shows the creator and waits; what fails is said, and it stays open',
        ),
      ),
      decided(
        5,
        'It closes on success',
        'It moves on to the card form; success is said when it is paid',
        by.moneyDialog(
          'the dialog of a locked signal says what one gets and pays, and leads on to the card form',
        ),
      ),
      row(
        'After success the user is sent onward after 2 s',
        by.specTiming('whoever has subscribed is led on after 2 s'),
      ),
      row('Portfolio: loading', by.specPortfolio('while the portfolio is on its way its places are kept')),
      row('… then empty; connected changes the message', EMPTY),
      row(
        '… or populated, with the Live Data badge when connected',
        by.portfolioBroker(
          'the sample broker is connected and says that it is live and a sample at ${width} px',
        ),
      ),
      decided(
        5,
        'Subscription status defaults to "active"',
        'A subscription begins incomplete and is active once paid',
        by.entities('has %s', "status text not null default 'active'::text"),
        by.moneyOnce('Back from the checkout charges nothing, and it can be finished later from the list'),
      ),
      row(
        '"active" shows Manage and Cancel',
        by.specCheckout(
          'the subscriptions of a member are one list, with Manage and Cancel where they are active',
        ),
      ),
      decided(
        7,
        'Other values and their transitions: not shown',
        'Those of Stripe; active and trialing have access, past_due for a week',
        by.standing('each status has its standing and its word'),
        by.premium('on every surface'),
        by.trouble(
          'a renewal is declined: a week of grace, then no access, and "Fix payment" brings it back',
        ),
      ),
      decided(
        6,
        'What cancelling does: silent',
        'It ends with the paid period, and can be undone until then',
        by.moneyCalls('he ends it, keeps access, and takes that back'),
        by.moneyManage('cancelling and taking it back needs no mouse, and the focus is never lost'),
      ),
      row(
        'Creator flow: who is one already is redirected to onboarding after 500 ms',
        by.specTiming('whoever is a creator already is led to the setup after 500 ms'),
      ),
      row('Otherwise the payment is begun, paid, and "Creator Mode Activated" shows', STORY),
      row(
        '… and onboarding follows after 1 s',
        by.specTiming('whoever has paid for Creator Mode is led to the setup after 1 s'),
      ),
      decided(
        8,
        'How Creator Mode ends: silent',
        'No new signals or subscribers; subscriptions end with their periods; what was posted stays',
        by.creatorLeaves(
          'until its end all goes on; then no new signals and subscribers, and Ben’s month is his last',
        ),
      ),
      row('Onboarding: payment setup is complete or not', STORY),
      row('When not: create the account if there is none', PAYOUTS),
      row('… then an account link, and redirect to its url', PAYOUTS, STORY),
      row(
        'An unauthenticated answer to any action: a toast and a redirect to login after 500 ms',
        by.session(
          'a session that was ended on the server is noticed at the next press, and leads to signing in',
        ),
        by.specTiming('whoever turns out to be signed out is led to signing in after 500 ms'),
      ),
      row(
        'The subscription status is fetched only for creators',
        by.specProfile(
          'another member can be followed and not subscribed to, and nobody asks whether one subscribes',
        ),
        by.specProfile(
          'a creator shows the price, which is $6 while the view has none, on a link to the checkout',
        ),
      ),
      row(
        '… and only when logged in',
        by.hiddenPages('a visitor sees the landing page at every address'),
        by.contract('%s is served, and answers a visitor as the contract says'),
      ),
    ],
  },
]
