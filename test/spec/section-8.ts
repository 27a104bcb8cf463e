// Section 8 of the specification: the error catalogue, but for payments and uploads.
import * as by from './proofs.ts'
import { decided, row, type Section } from './row.ts'

const says = (situation: string) => by.outcomes('says the words of the specification', situation)
const inItsWords = (situation: string) =>
  by.outcomes("shows the server's own message only where the specification says so", situation)
const leads = (situation: string) =>
  by.outcomes('leads where and when the specification says, or nowhere', situation)

const REGISTERING = by.specVisitor(
  'an account is created with four fields; a refusal is said, and success closes the dialog',
)
const JOINING = by.specVisitor(
  'the waitlist says what it does, keeps what was typed when it fails, and is empty the next time',
)
const SIGNED_OUT = by.session(
  'signing out in one tab ends the other within a second, and nothing of the person is left',
)
const CREATOR_MODE = by.postSignal(
  'a refusal for want of Creator Mode is explained, and leads to it after a second and a half',
)
const NOT_BEGUN = by.specCheckout(
  'a subscription that cannot be begun is said in the words of the server, or in ours, and leads home',
)
const EDIT = by.specDialogs(
  'the edit dialog sends what was typed without spaces around, and leaves out what is empty',
)

export const SECTION_8: Section[] = [
  {
    at: '8',
    title: 'How errors read',
    rows: [
      row(
        'A non-OK response is an error "{status}: {body}"',
        by.pageCalls('is an error of its status, a colon, a space and its body'),
        by.outcomes('an answer that is not OK becomes "{status}: {body}"'),
      ),
      row(
        '… or the status text if the body is empty',
        by.pageCalls('without a body has the text of its status there'),
      ),
      row('Reads throw on 401', by.pageCalls('of 401 is an error like any other, also of a read')),
      decided(
        31,
        'The body of an error: silent',
        'JSON { code, message }; toasts show the message',
        by.pageCalls('is told to a person in the words of the server, if it has any'),
        by.posting('%j is refused: %s'),
      ),
    ],
  },
  {
    at: '8',
    title: 'Signing in, waitlist and signals',
    rows: [
      row(
        'Login fails: destructive "Login failed" with the message',
        says('login fails'),
        inItsWords('login fails'),
        by.visitor('a wrong password is refused in plain words, the right one signs in'),
      ),
      row(
        'Registration fails: "Registration failed" with the message',
        says('registration fails'),
        inItsWords('registration fails'),
        REGISTERING,
      ),
      row(
        'Logout fails: "Logout failed" with the message',
        says('logout fails'),
        inItsWords('logout fails'),
        by.specFailures('signing out that fails is said with its reason, and one stays'),
      ),
      row(
        'Login success: "Welcome back!" / "You have successfully logged in."',
        says('login success'),
        by.specVisitor('the sign-in dialog waits with its button disabled, and is gone once somebody is in'),
      ),
      row(
        'Registration success: "Welcome to the product!" / "Your account has been created successfully."',
        says('registration success'),
        REGISTERING,
      ),
      row(
        'Logout success: "Logged out" / "You have been logged out successfully."',
        says('logout success'),
        leads('logout success'),
        SIGNED_OUT,
      ),
      row(
        'Waitlist fails: destructive "Error" with the server\'s message, else "Failed to join waitlist"',
        says('waitlist fails'),
        inItsWords('waitlist fails'),
        JOINING,
      ),
      row(
        'Waitlist success: "Success!" / "You\'ve been added to our waitlist. We\'ll notify you when the product launches!"',
        says('waitlist success'),
        by.visitor('a visitor joins the waitlist'),
        JOINING,
      ),
      row(
        'Any 401: "Unauthorized" / "You are logged out. Logging in again...", /api/login after 500 ms',
        says('any action answered with 401'),
        leads('any action answered with 401'),
        by.specTiming('whoever turns out to be signed out is led to signing in after 500 ms'),
      ),
      row(
        '403 with requiresSubscription: "Creator Mode Required" / "Subscribe to Creator Mode ($2/month) to post signals.", /creator-subscribe after 1.5 s',
        says('signal post refused with requiresSubscription'),
        leads('signal post refused with requiresSubscription'),
        CREATOR_MODE,
      ),
      row(
        'Other signal errors: "Error" with the server message, else "Failed to create signal. Please try again."',
        says('other signal errors'),
        inItsWords('other signal errors'),
        by.postSignal('any other refusal is said in the words of the server, and the dialog stays open'),
        by.specDialogs(
          'a signal sends its tickers as JSON in a text, or null, and waits with its button disabled',
        ),
      ),
      row(
        'Signal success: "Signal Posted" / "Your signal has been shared with your followers."',
        says('signal success'),
        by.postSignal('a creator posts a signal, and a follower finds it at the top of her feed'),
      ),
    ],
  },
  {
    at: '8',
    title: 'Subscribing, following and profiles',
    rows: [
      row(
        'Subscription create error: "Error" / "Failed to create subscription. Please try again."',
        says('subscription create error'),
        by.specCheckout(
          'the subscribe dialog shows the creator and waits; what fails is said, and it stays open',
        ),
      ),
      decided(
        5,
        'Created with clientSecret: "Subscription Created" / "You are now subscribed to the creator"',
        'Said when the payment is confirmed',
        says('subscription created and paid'),
        by.moneyDialog(
          'the dialog of a locked signal says what one gets and pays, and leads on to the card form',
        ),
      ),
      row(
        'Checkout error: "Subscription Error" with the server\'s message or "Failed to create subscription"; sent home',
        says('checkout subscription error'),
        inItsWords('checkout subscription error'),
        leads('checkout subscription error'),
        NOT_BEGUN,
      ),
      row(
        '"Failed to follow user"',
        says('follow error'),
        by.follow('a follow that fails is taken back exactly, and can be tried again'),
      ),
      row(
        '"Failed to unfollow user"',
        says('unfollow error'),
        by.follow('an unfollow that fails is taken back exactly'),
      ),
      row('"Failed to update profile"', says('profile update error'), EDIT),
      row('"Profile updated successfully"', says('profile update success'), EDIT),
      row(
        '"Failed to process uploaded image"',
        says('image processing fails'),
        by.editProfile(
          'a text file called .png is refused in plain words, and the picture stays what it was',
        ),
      ),
    ],
  },
]
