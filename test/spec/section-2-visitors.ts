// Section 2 of the specification, first part: the routes, and what visitors see.
import * as by from './proofs.ts'
import { decided, row, type Section } from './row.ts'

const LANDS = by.specVisitor('the landing page says what the product is, and has a way in for everybody')
const EVERYWHERE = by.hiddenPages('a visitor sees the landing page at every address')
const JOINS = by.visitor('a visitor joins the waitlist')
const JOINING = by.specVisitor(
  'the waitlist says what it does, keeps what was typed when it fails, and is empty the next time',
)
const SIGNING_IN = by.specVisitor(
  'the sign-in dialog waits with its button disabled, and is gone once somebody is in',
)
const REGISTERING = by.specVisitor(
  'an account is created with four fields; a refusal is said, and success closes the dialog',
)
const WRONG_THEN_RIGHT = by.visitor('a wrong password is refused in plain words, the right one signs in')
const INVITED = by.visitor('somebody invited registers with the address filled in')
const TABS = by.specMain('the main screen has three tabs at its bottom, and opens on the one of its address')
const MADE_PRIVATE = by.hiddenPages(
  'a profile that is made private is as unknown to others as one that never was',
)
const NOT_FOUND = by.hiddenPages('an address that is no page says so, and leads back')
const PRICE = by.specCheckout(
  'while no price is known the checkout shows $6/month, then the price of the creator',
)

export const SECTION_2_VISITORS: Section[] = [
  {
    at: '2',
    title: 'Route table',
    rows: [
      row(
        '/ shows a loading view while the session is loading',
        by.specVisitor('while it is not known who is here, nothing but the loading view shows'),
      ),
      row('Signed out, / shows the landing view', EVERYWHERE),
      row('Signed out, /creator-subscribe shows the landing view', EVERYWHERE),
      row('Signed out, /creator-onboarding shows the landing view', EVERYWHERE),
      row('Signed out, /profile/{username?} shows the landing view', EVERYWHERE),
      row('Signed out, /subscribe shows the landing view', EVERYWHERE),
      row('Signed out, any other path shows the landing view', EVERYWHERE),
      row('/ is the main screen with three bottom tabs: Feed, Portfolio, Profile', TABS),
      row('/portfolio is the same screen, opened on the Portfolio tab', TABS),
      row('/profile without a username is the own profile', TABS),
      row(
        '/profile/{username} of the current user is the own profile',
        MADE_PRIVATE,
        by.specProfile(
          'the own profile of a member leads to editing, Creator Mode and out, and follows nobody',
        ),
      ),
      row(
        '/profile/{username} of somebody else loads that user',
        by.hiddenPages('whoever signs in at an address stays there'),
      ),
      row(
        'If none is found: "User not found" / "This user doesn\'t exist or has a private profile."',
        MADE_PRIVATE,
      ),
      decided(
        3,
        '/subscribe?creator={id} is a checkout with a fixed label of $6/month',
        'It shows what it charges, the price of the creator; $6 shows while no price is known',
        PRICE,
        by.moneyPrice('nobody pays a price that the page did not show'),
      ),
      row(
        "/subscribe/creator/{creatorId} is a checkout at the creator's own price",
        by.moneyDialog(
          'the dialog of a locked signal says what one gets and pays, and leads on to the card form',
        ),
        by.moneyCards('a bank that refuses leads back to the form, and one that agrees to the subscription'),
      ),
      row(
        '/creator-subscribe is the checkout of the creator plan at $2.00/month',
        by.postSignal(
          'without Creator Mode the antenna and the portfolio lead to it, without payouts to setting them up',
        ),
      ),
      row(
        '/creator-onboarding is the setup: payment account and price',
        by.moneyStory(
          'a newcomer becomes a creator and is paid by another one, who cancels and takes it back',
        ),
      ),
      row(
        '/subscriptions manages subscriptions',
        by.moneyManage('cancelling and taking it back needs no mouse, and the focus is never lost'),
      ),
      row('Any other path: a card with "404 Page Not Found"', NOT_FOUND),
      row('… and "Did you forget to add the page to the router?"', NOT_FOUND),
      row(
        'After logout the browser goes to /',
        by.session(
          'signing out in one tab ends the other within a second, and nothing of the person is left',
        ),
      ),
      decided(
        12,
        '/api/login is a full-page redirect that starts login',
        'It leads to /?auth=login, or to / when signed in',
        by.signIn(
          'the address /api/login leads a browser to the sign-in dialog, or home when it is signed in',
        ),
        WRONG_THEN_RIGHT,
      ),
      decided(
        12,
        'The auth dialog opens from the landing page and has no route: not shown',
        'Its address is /?auth=login',
        SIGNING_IN,
      ),
    ],
  },
  {
    at: '2',
    title: 'Landing page (signed-out)',
    rows: [
      row('Header with logo and tagline', LANDS),
      row('A headline', LANDS, JOINS),
      row('"Join Waitlist" button', LANDS, JOINS),
      row('"Be the first to access the product when we launch" (Signalpost)', LANDS, JOINS),
      row('"Already have an account?" with a "Log in" link', LANDS),
      row('"Log in" opens the auth dialog', SIGNING_IN),
      row('Below it the three bullets', LANDS),
    ],
  },
  {
    at: '2',
    title: 'Waitlist dialog',
    rows: [
      row('Title "Join the Waitlist"', JOINS),
      row('One field, "Email Address", placeholder "Enter your email"', JOINING),
      row('Button "Join Waitlist", "Joining waitlist..." while sending', JOINING),
      row('"We\'ll never spam you. Unsubscribe at any time."', JOINING),
      row('Success shows "You\'re on the list!"', JOINS),
      row(
        '"Thanks for your interest! We\'ll email you as soon as the product is available." (Signalpost)',
        JOINS,
      ),
      row('"Got it" closes it', JOINS),
      row('"Got it" resets the form', JOINING),
    ],
  },
  {
    at: '2',
    title: 'Auth dialog',
    rows: [
      row('Title "Welcome to the product", with its own name', WRONG_THEN_RIGHT),
      row('Subtitle "Follow trades. Share your own."', SIGNING_IN),
      row('The tab list shows only "Sign In"', WRONG_THEN_RIGHT),
      decided(
        13,
        'A "Create Account" panel exists without a visible trigger',
        'An invitation link opens it; SIGNUP_MODE=open shows it as a tab',
        INVITED,
        by.signUpModes('the invited person gets a letter, and the link knows the address'),
      ),
      row('Sign In has username and password', WRONG_THEN_RIGHT),
      row('Button "Sign In" or "Signing in..."', SIGNING_IN),
      row('Create Account has email, username, "Display Name (Optional)", password', REGISTERING, INVITED),
      row('Button "Create Account" or "Creating account..."', REGISTERING),
      row('Success of signing in closes the dialog', SIGNING_IN),
      row('Success of registering closes the dialog', REGISTERING),
    ],
  },
]
