// Section 2 of the specification, last part: profiles, subscribing, managing what one pays for, and becoming a creator.
import * as by from './proofs.ts'
import { decided, noted, row, type Section } from './row.ts'

const OWN = by.specProfile(
  'the own profile of a member leads to editing, Creator Mode and out, and follows nobody',
)
const OWN_CREATOR = by.specProfile('the own profile of a creator says so, and has no Creator Mode to enable')
const MEMBER = by.specProfile(
  'another member can be followed and not subscribed to, and nobody asks whether one subscribes',
)
const CREATOR = by.specProfile(
  'a creator shows the price, which is $6 while the view has none, on a link to the checkout',
)
const STORY = by.moneyStory(
  'a newcomer becomes a creator and is paid by another one, who cancels and takes it back',
)
const EDIT = by.specDialogs(
  'the edit dialog sends what was typed without spaces around, and leaves out what is empty',
)
const SAVED = by.editProfile('a name, a bio and a picture are saved and show everywhere, also after a reload')
const DIALOG = by.moneyDialog(
  'the dialog of a locked signal says what one gets and pays, and leads on to the card form',
)
const WAITING = by.specCheckout(
  'the subscribe dialog shows the creator and waits; what fails is said, and it stays open',
)
const LIST = by.specCheckout(
  'the subscriptions of a member are one list, with Manage and Cancel where they are active',
)
const PRICE = by.specFailures(
  'a price that is none is refused with its reason, one that cannot be saved in the words of its place',
)

export const SECTION_2_PEOPLE: Section[] = [
  {
    at: '2',
    title: 'Profile view',
    rows: [
      row(
        'Avatar, or the first 2 letters of display name or username, or U',
        OWN,
        OWN_CREATOR,
        by.names('in the profile of %j are %s', 'Ada King'),
        by.names('in the profile of %j are %s', 'U'),
      ),
      row('Display name or username', OWN, OWN_CREATOR),
      row('A Creator badge', OWN_CREATOR),
      row('Bio', OWN_CREATOR, SAVED),
      row(
        'Followers and following count',
        OWN,
        by.follow(
          'following shows before the server answers, is counted, and stays after a reload; so does unfollowing',
        ),
      ),
      row('Performance, default +0.0%', OWN),
      row('A Recent Signals list', OWN, OWN_CREATOR),
      row('Own: Edit Profile', OWN),
      row('Own: Enable Creator Mode if not a creator, to /creator-subscribe', OWN, OWN_CREATOR),
      row('Own: Sign Out', OWN),
      row(
        "Another's: a Follow/Following toggle",
        MEMBER,
        by.follow(
          'following shows before the server answers, is counted, and stays after a reload; so does unfollowing',
        ),
      ),
      row("A creator's: a Subscribed badge", STORY),
      row('… or "Subscribe $X/month", default 600 cents, linking to /subscribe?creator={id}', CREATOR),
      row('Own actions are hidden on other profiles', MEMBER),
      row('Follow and subscribe are hidden on the own profile', OWN),
      row('"You haven\'t posted any signals yet. Share your first trade idea!"', OWN),
      row('"This user hasn\'t posted any signals yet."', MEMBER),
    ],
  },
  {
    at: '2',
    title: 'Edit Profile dialog',
    rows: [
      row('Camera button to upload a picture', SAVED),
      row(
        '… images only',
        EDIT,
        by.editProfile('what is no image by its name, or too large, is refused before anything is sent'),
      ),
      row('Display Name', SAVED),
      row('Bio with the counter "n/160 characters"', SAVED, EDIT),
      row('Cancel', EDIT),
      row('"Save Changes", "Saving..." while pending', EDIT),
    ],
  },
  {
    at: '2',
    title: 'Subscribe dialog ("Subscribe to the creator")',
    rows: [
      noted(
        'The name of the creator stands in the title',
        'Title "Subscribe to the creator"',
        WAITING,
        DIALOG,
      ),
      row("Shows the creator's initials, performance and monthly price", WAITING),
      row(
        'Benefits: exclusive trade signals and insights, premium content and analysis, direct access to the strategy',
        DIALOG,
      ),
      decided(
        1,
        'A fee split',
        'One setting, 10% by default, on every screen and at Stripe',
        DIALOG,
        by.split('what is shown is what is charged, kept and passed on, to the cent'),
      ),
      row('An investment disclaimer', DIALOG),
      row('Cancel', DIALOG),
      row('"Subscribe {price}/mo", "Processing..." while pending', WAITING),
    ],
  },
  {
    at: '2',
    title: 'Subscription management page (/subscriptions)',
    rows: [
      row('People subscribed to you, for creators only', STORY, LIST),
      row('Your active subscriptions: "active" shows Manage and Cancel', LIST),
      decided(
        7,
        'Any other status is a secondary badge',
        'The statuses are those of Stripe',
        by.standing('each status has its standing and its word'),
        by.moneyManage(
          "a renewal that failed is paid with another card on the provider's page, and all is well again",
        ),
      ),
      row(
        'Manage opens a provider billing page in a new tab',
        by.moneyManage(
          "Manage opens the provider's page in a new tab, and what is done there shows here by itself",
        ),
      ),
      row(
        'A creator-plan card',
        by.moneyManage('a creator plan is cancelled and kept in the same way'),
        LIST,
      ),
      row('A revenue summary', STORY),
      row(
        'An edit-price dialog',
        by.moneyPrice('a subscriber of before keeps $9.50, a new one sees and pays $12'),
      ),
    ],
  },
  {
    at: '2',
    title: 'Creator checkout and onboarding',
    rows: [
      row(
        '/creator-subscribe: a card form for the $2.00/month plan',
        STORY,
        by.moneyCards('Creator Mode is paid with a card whose bank asks first'),
      ),
      row('/creator-onboarding: status of the payment setup, connected or not', STORY),
      row('A price input from 5 to 100 in steps of 0.01', PRICE, by.typedPrice('%j is %i')),
      row('… with an update button disabled below 5', PRICE, STORY),
      row(
        '/subscribe and /subscribe/creator/{creatorId}: a card form',
        by.moneyCards(
          'a declined card is said next to the form, all that was typed stays, and another card pays',
        ),
        DIALOG,
      ),
    ],
  },
]
