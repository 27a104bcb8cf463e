// Section 6 of the specification: roles and permissions.
import * as by from './proofs.ts'
import { decided, row, type Section } from './row.ts'

const CLOSED = by.contract('%s is served, and answers a visitor as the contract says')
const STORY = by.moneyStory(
  'a newcomer becomes a creator and is paid by another one, who cancels and takes it back',
)

export const SECTION_6: Section[] = [
  {
    at: '6',
    title: 'Roles and permissions',
    rows: [
      row(
        'A visitor sees only the landing view',
        by.hiddenPages('a visitor sees the landing page at every address'),
        CLOSED,
      ),
      row('A visitor may join the waitlist', by.visitor('a visitor joins the waitlist')),
      row(
        'A visitor may sign in or register',
        by.visitor('a wrong password is refused in plain words, the right one signs in'),
        by.register('Ada registers and is signed in with the account she sees'),
      ),
      row(
        'A logged-in user reads the feed',
        by.feed('it has own signals and those of people followed or paid, newest first'),
      ),
      row(
        '… follows and unfollows',
        by.followCalls(
          'Bob follows Ada, twice, and is counted once; unfollows her, twice, and is not counted',
        ),
      ),
      row(
        '… subscribes to creators',
        by.moneyCalls('Ben sees what he would pay and for whom, pays, and reads her premium signal'),
      ),
      decided(
        10,
        'Whom one can subscribe to: silent',
        'Not to oneself, a non-creator, one without payouts or price, or a private profile',
        by.othersThings('%s'),
        by.moneyRefused('oneself, a member and somebody unknown cannot be subscribed to'),
      ),
      row('… edits the own profile', by.profile('%s alone is changed, and the answer is the own account')),
      row('… signs out', by.sessions('signing out ends this browser at once and leaves the other one')),
      row(
        'A creator with payment account and onboarding creates signals',
        by.access('creator: %s, payouts ready: %s, missing: %s'),
        by.posting('Ada posts with nothing but a text'),
      ),
      row(
        '… views the portfolio',
        by.specMain('the main screen has three tabs at its bottom, and opens on the one of its address'),
      ),
      row('… sees subscribers and revenue', STORY, by.moneyCalls('she sees him and what he brings')),
      row('… sets the price', by.priceBounds('it takes Creator Mode to have one'), STORY),
      row(
        '… cancels the creator plan',
        by.moneyManage('a creator plan is cancelled and kept in the same way'),
      ),
      row(
        'Posting requires a logged-in user and Creator Mode',
        by.posting('somebody without Creator Mode is told to subscribe to it'),
        CLOSED,
      ),
      row(
        'Without it: 403 with requiresSubscription',
        by.posting('somebody without Creator Mode is told to subscribe to it'),
      ),
      decided(
        23,
        'Without finished payouts: silent',
        '403 with requiresOnboarding',
        by.posting('a creator who has not finished setting up payouts is told to'),
      ),
      row(
        'A private profile shows as "User not found" to others',
        by.hiddenPages('a profile that is made private is as unknown to others as one that never was'),
      ),
      decided(
        18,
        'Enforcement of isPublic: not shown',
        'To all but its owner and paying subscribers it is, byte for byte, an unknown user, on every call',
        by.privacy('%s'),
        by.privacy('not in %s'),
        by.privacy('they are found by name and id'),
      ),
      decided(
        25,
        'Enforcement of isPremium: not shown',
        'Content, tickers, intent, horizon and type are not in the answer, on any surface',
        by.premium('on every surface author, age and the lock are there, and nothing else'),
        by.premium('on every surface'),
        by.premiumPage('a premium signal is locked for a stranger and open for a subscriber'),
      ),
      decided(
        27,
        'Editing and deleting a signal: silent',
        'A signal is a record; nobody can',
        by.posting(
          'a signal is a record: there is no call that changes one, and the database refuses it too',
        ),
      ),
    ],
  },
]
