// Section 9 of the specification: business constants and limits.
import * as by from './proofs.ts'
import { decided, row, type Section } from './row.ts'

const is = (words: string) => by.limits('%s', words)
const NEXT = by.specTooltip('the next tooltip opens at once within 300 ms, and waits again after that')
const GOES = by.toasts('a toast goes after five seconds, not before')
const ONCE = by.pageCalls(
  'what was read is never stale: no retry, no polling, no reading anew when the window is looked at',
)

export const SECTION_9: Section[] = [
  {
    at: '9',
    title: 'Money',
    rows: [
      row(
        'Creator plan: $2.00/month',
        is('the creator plan costs $2.00 a month'),
        by.moneyStory(
          'a newcomer becomes a creator and is paid by another one, who cancels and takes it back',
        ),
      ),
      row('Subscriber price: default 500 cents', is('a price is 500 cents unless it was set')),
      row(
        '600 cents where none is set',
        is('where a view carries no price, $6.00 shows'),
        by.specProfile(
          'a creator shows the price, which is $6 while the view has none, on a link to the checkout',
        ),
      ),
      decided(
        3,
        '/subscribe shows a fixed $6/month label',
        'Only while no price is known',
        by.specCheckout('while no price is known the checkout shows $6/month, then the price of the creator'),
      ),
      decided(
        2,
        'Price range: 500 to 10000 cents; 5 to 100 dollars',
        'Everywhere the same; fractions, strings and NaN are refused',
        is('the lowest price is $5.00'),
        is('the highest price is $100.00'),
        by.priceBounds('%s is refused'),
        by.priceBounds('%s is taken'),
        by.typedPrice('%j is %i'),
      ),
      row(
        'Minimum $5.00 (500 cents is the fallback)',
        by.splitRule('the prices are those of the specification'),
      ),
      decided(
        1,
        'Revenue split: 85/15 in one place, 90/10 in others',
        'One setting, 10% by default; the shares add up to the cent for every price',
        by.splitRule('at %i percent every cent from 500 to 10000 is shared without a rest'),
        by.split('what is shown is what is charged, kept and passed on, to the cent'),
      ),
    ],
  },
  {
    at: '9',
    title: 'Lengths and thresholds',
    rows: [
      row(
        'Username 3 to 30 characters',
        is('a username has at least 3 characters'),
        is('a username has at most 30 characters'),
        by.register('a username of %s characters is accepted'),
      ),
      row(
        'Password minimum 6',
        is('a password has at least 6 characters'),
        by.register('%s', 'a password of 5'),
      ),
      row(
        'displayName maximum 50',
        is('a display name has at most 50 characters'),
        by.profile('%s is accepted', 'a display name of 50'),
      ),
      row(
        'bio maximum 160',
        is('a bio has at most 160 characters'),
        by.profile('%s is accepted', 'a bio of 160'),
      ),
      row(
        'Signal content maximum 1000',
        is('a signal has at most 1000 characters'),
        by.posting('%j is refused: %s', 'Signal content too long'),
      ),
      row(
        'Profile image: 1 file, at most 5 MB',
        is('a picture has at most 5242880 bytes'),
        by.picture('an object larger than 5 MB, however it got there'),
      ),
      row(
        'Relative time thresholds: 60 s, 3600 s, 86400 s',
        is('after 60 s an age is told in minutes'),
        is('after 3600 s an age is told in hours'),
        is('after 86400 s an age is told in days'),
        by.ages('%s seconds ago is "%s"'),
      ),
    ],
  },
  {
    at: '9',
    title: 'Delays',
    rows: [
      row(
        'After unauthorized 500 ms',
        is('signing in again follows 500 ms after "Unauthorized"'),
        by.specTiming('whoever turns out to be signed out is led to signing in after 500 ms'),
      ),
      row(
        'After Creator-Mode-required 1.5 s',
        is('Creator Mode follows 1.5 s after it was asked for'),
        by.postSignal(
          'a refusal for want of Creator Mode is explained, and leads to it after a second and a half',
        ),
      ),
      row(
        'After logout 500 ms',
        is('home follows 500 ms after signing out'),
        by.specTiming('whoever signs out is led home after 500 ms'),
      ),
      row(
        'After creator payment 1 s',
        is('the setup follows 1 s after the plan was paid'),
        by.specTiming('whoever has paid for Creator Mode is led to the setup after 1 s'),
      ),
      row(
        'After subscription success 2 s',
        is('the way on follows 2 s after subscribing'),
        by.specTiming('whoever has subscribed is led on after 2 s'),
      ),
      row(
        'Already a creator 500 ms',
        is('the setup follows 500 ms for who is a creator already'),
        by.specTiming('whoever is a creator already is led to the setup after 500 ms'),
      ),
    ],
  },
  {
    at: '9',
    title: 'The page',
    rows: [
      row(
        'Feed loading shows 3 skeleton cards',
        is('a feed on its way is 3 cards'),
        by.specMain('while the feed is on its way three cards stand in its place'),
      ),
      row(
        'The first 4 letters of the ticker in the circle of a holding',
        is('a holding has the first 4 letters of its ticker'),
        by.specPortfolio(
          'holdings have a company or a ticker, four letters in a circle, and a return in its colour',
        ),
      ),
      row('One toast at a time', by.toasts('a toast gives way to the next one at once')),
      row('Display 5000 ms', is('a toast shows for 5000 ms'), GOES),
      row(
        'Swipe right to dismiss with threshold 50 px',
        is('a toast is swiped away by 50 px'),
        by.toasts('a toast is swiped away by more than 50 pixels to the right, and by less it stays'),
      ),
      row(
        'F8 focuses the notification area',
        by.toasts('F8 leads the focus to the toast, which then waits, and a press there dismisses it'),
      ),
      row(
        'Tooltip open delay 700 ms',
        is('a tooltip opens after 700 ms'),
        by.specTooltip('a tooltip opens when the pointer has rested for 700 ms, and closes when it leaves'),
      ),
      row('Tooltip skip delay 300 ms', is('the next tooltip opens at once within 300 ms'), NEXT),
    ],
  },
  {
    at: '9',
    title: 'Uploads, data and what is not shown',
    rows: [
      row('Upload: multipart threshold 100 MB', is('an upload has parts above 100 MB')),
      row('… minimum part 5 MB', is('a part has at least 5 MB')),
      row('… maximum 10000 parts', is('an upload has at most 10000 parts')),
      row('… concurrency 6', is('6 parts are sent at once')),
      row(
        '… retry delays 0, 1, 3 and 5 s',
        is('an upload is tried again after 0, 1, 3 and 5 s'),
        by.specUpload('after ${what} it is sent again, to a new address'),
      ),
      row(
        'The profile picture uses a single request',
        by.specUpload('a picture is sent in a single request'),
      ),
      row('No retries, no polling, no refetch on focus, data never stale', ONCE),
      decided(
        32,
        'Limits on follows, signals per day or subscriptions: not shown',
        '60 signals an hour, and others; 429 with Retry-After',
        by.limited('Ada posts 60 signals an hour; the 61st is refused and not kept; Bob is not held up'),
        by.limited('60 %s an hour from one network, the 61st is refused'),
        by.limited('1,500 requests of any kind in 5 minutes, of all copies together'),
      ),
    ],
  },
]
