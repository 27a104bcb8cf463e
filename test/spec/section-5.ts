// Section 5 of the specification: validation rules.
import * as by from './proofs.ts'
import { decided, row, type Section } from './row.ts'

const TOLD = '%s with the password %s is told: %s'
const wrong = (one: string) => by.register('%s', one)
const PROFILE = '%j is refused: %s'
const kept = (one: string) => by.profile('%s is accepted', one)
const refused = (one: string) => by.profile(PROFILE, one)
const post = (one: string) => by.posting('%j is refused: %s', one)
const PRICE = by.specFailures(
  'a price that is none is refused with its reason, one that cannot be saved in the words of its place',
)
const EDIT = by.specDialogs(
  'the edit dialog sends what was typed without spaces around, and leaves out what is empty',
)

export const SECTION_5: Section[] = [
  {
    at: '5',
    title: 'Sign-in and register',
    rows: [
      row('"Username is required"', by.signIn(TOLD, 'Username is required')),
      row('"Password is required"', by.signIn(TOLD, 'Password is required')),
      row(
        '… in the dialog as well',
        by.visitor('a wrong password is refused in plain words, the right one signs in'),
      ),
      row('"Invalid email address"', wrong('an e-mail that is none')),
      decided(
        21,
        '"Password must be at least 6 characters"',
        'A setting, PASSWORD_MIN_LENGTH, 6 unless set',
        wrong('a password of 5'),
        by.signUpModes('the shortest password is a setting'),
      ),
      row('"Username must be at least 3 characters"', wrong('a username of 2')),
      row('"Username too long", above 30', wrong('a username of 31')),
      row('3 and 30 characters are accepted', by.register('a username of %s characters is accepted')),
      row('"Username can only contain letters, numbers, and underscores"', wrong('a dash')),
      row(
        'displayName is optional',
        by.specVisitor(
          'an account is created with four fields; a refusal is said, and success closes the dialog',
        ),
      ),
      decided(
        16,
        'A taken name or address: silent',
        '409 with a message that names the field',
        by.register(
          'a taken name or address is refused whatever the case of its letters, and the message names the field',
        ),
      ),
    ],
  },
  {
    at: '5',
    title: 'Profile update',
    rows: [
      row(
        'All fields are optional',
        by.profile('%s alone is changed, and the answer is the own account'),
        by.profile('nothing is changed by nothing'),
      ),
      row(
        'username 3 to 30, letters, digits, underscores',
        refused('Username must be at least 3 characters'),
        refused('Username too long'),
        refused('Username can only contain letters, numbers, and underscores'),
      ),
      row(
        'displayName at most 50',
        kept('a display name of 50'),
        refused('Display name can have at most 50 characters'),
      ),
      row('bio at most 160', kept('a bio of 160'), refused('Bio can have at most 160 characters')),
      row('profileImageUrl a URL', refused('Profile image must be a URL')),
      row('isPublic boolean', refused('isPublic must be true or false')),
      row(
        'subscriptionPrice from 500 to 10000',
        kept('a price of 500'),
        by.profile('%s alone is changed, and the answer is the own account', '10000'),
        by.profile(PROFILE, '499'),
        by.profile(PROFILE, '10001'),
      ),
      row('In the edit dialog Display Name and Bio are trimmed', EDIT, kept('spaces around')),
      row('… and empty values are omitted', EDIT),
    ],
  },
  {
    at: '5',
    title: 'Waitlist and signal',
    rows: [
      row(
        '"Please enter a valid email address"',
        by.waitlist('%s is no address'),
        by.visitor('a visitor joins the waitlist'),
      ),
      row('"Signal content is required"', post('Signal content is required')),
      row('"Signal content too long", above 1000', post('Signal content too long')),
      row(
        '… in the dialog as well',
        by.postSignal(
          'a signal needs words of at most 1000 characters and real symbols; each chip can be taken away',
        ),
      ),
      row('signalType one of buy, sell, comment', post('Signal type must be buy, sell or comment')),
      row('… default buy', by.posting('Ada posts with nothing but a text')),
      row('Tickers are optional', by.posting('Ada posts with nothing but a text')),
      row(
        'Each is trimmed and upper-cased',
        by.posting('%j is accepted', '["AAPL"," msft ","aapl"]'),
        by.tickers('"%s" is %s'),
      ),
      row('Each is non-empty', post('" " is not a valid ticker')),
      row(
        'Duplicates are ignored',
        by.posting('20 tickers are accepted, and a double one does not count'),
        by.posting('%j is accepted', '["AAPL","MSFT"]'),
      ),
      decided(
        26,
        'Which symbols, and how many: silent',
        '1 to 12 of A–Z 0–9 . - ^ = /, at most 20; a bad one is named',
        by.tickers('a symbol that was accepted is accepted again, and stays as it is'),
        post('A signal can have at most 20 tickers'),
      ),
      row(
        'Tickers are sent as a JSON-encoded string, or null',
        by.specDialogs(
          'a signal sends its tickers as JSON in a text, or null, and waits with its button disabled',
        ),
      ),
    ],
  },
  {
    at: '5',
    title: 'Profile picture',
    rows: [
      row('One file', EDIT, by.specUpload('a picture is sent in a single request')),
      row(
        'Images only',
        by.editProfile('what is no image by its name, or too large, is refused before anything is sent'),
        by.disk('another image type than the signed one, and whatever is no image'),
      ),
      row(
        'At most 5242880 bytes',
        by.editProfile('what is no image by its name, or too large, is refused before anything is sent'),
        by.disk('without terms takes any image up to 5 MB, and not a byte more'),
      ),
      row(
        'An image that cannot be processed is an error',
        by.editProfile(
          'a text file called .png is refused in plain words, and the picture stays what it was',
        ),
        by.picture('a file that is no picture, and it is thrown away'),
      ),
    ],
  },
  {
    at: '5',
    title: 'Subscription price',
    rows: [
      row('Minimum $5.00', by.priceBounds('%s is taken', '500'), by.priceBounds('%s is refused')),
      decided(
        2,
        'Sent in cents, rounded',
        'Read to the cent as typed; fractions of a cent are refused',
        by.typedPrice('%j is %i'),
        by.typedPrice('what the field shows of any price is read as that price'),
      ),
      row('The onboarding input allows 5 to 100, step 0.01', PRICE),
      row('Its button is disabled below 5', PRICE),
      row(
        'The dialog rejects empty, non-numeric and under-5 values: "Invalid Price" / "Subscription price must be at least $5.00"',
        PRICE,
        by.outcomes(
          'says the words of the specification',
          'price that is no price, in the management dialog',
        ),
      ),
      row(
        '/subscribe without a creator: "Creator Not Found" / "Please select a creator to subscribe to.", and home',
        by.moneyRefused('a checkout without a creator leads home'),
      ),
      decided(
        32,
        'Validation on the server beyond these: not shown',
        '400 with the message; the server checks all of the above itself',
        by.contract('%s is served, and answers a visitor as the contract says'),
        by.priceBounds('%s is refused'),
      ),
    ],
  },
]
