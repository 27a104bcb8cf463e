// Section 7 of the specification: the calls the page makes, but for those about money.
import * as by from './proofs.ts'
import { decided, row, type Section } from './row.ts'

/** That a call is in the contract as the specification has it, and is served. */
const as = (call: string) => [
  by.calls('takes what the specification sends, and needs nothing else', call),
  by.calls('answers with what the specification names', call),
  by.contract('%s is served, and answers a visitor as the contract says'),
]
const FOLLOWS = by.followCalls(
  'Bob follows Ada, twice, and is counted once; unfollows her, twice, and is not counted',
)
const UPLOADED = by.picture('An upload becomes the picture of its uploader, which anyone may see and keep')

export const SECTION_7: Section[] = [
  {
    at: '7',
    title: 'How calls are made',
    rows: [
      row(
        'All calls include credentials',
        by.pageCalls('every call carries the cookies, and JSON says that it is JSON'),
      ),
      row(
        'Payloads are JSON with a JSON content type',
        by.pageCalls('every call carries the cookies, and JSON says that it is JSON'),
      ),
      row(
        'Reads use GET and parse JSON',
        by.pageCalls('every call carries the cookies, and JSON says that it is JSON'),
      ),
      row(
        'Reads and writes are not retried',
        by.pageCalls('a call is made once: without a network it says so, and is not tried again'),
        by.specMain('the feed that fails is not asked for again, until somebody wants it'),
      ),
      row(
        'Reads are never stale and do not refetch on window focus or poll',
        by.pageCalls(
          'what was read is never stale: no retry, no polling, no reading anew when the window is looked at',
        ),
        by.specMain(
          'the feed is read once: not after ten minutes, and not when the window is looked at again',
        ),
      ),
    ],
  },
  {
    at: '7',
    title: 'The calls',
    rows: [
      decided(
        11,
        'GET /api/user: the user, or absent when not logged in; read at startup',
        '200 with null when signed out',
        ...as('GET /api/user'),
        by.signIn('nobody is signed in at first: the answer is null, not an error'),
      ),
      row(
        'POST /api/login {username, password}: the user',
        ...as('POST /api/login'),
        by.signIn('Bob signs in as "%s" and is called Bob'),
      ),
      row(
        'POST /api/register {email, password, username, displayName}: the user',
        ...as('POST /api/register'),
        by.register('Ada registers and is signed in with the account she sees'),
      ),
      row(
        'POST /api/logout: body unused',
        ...as('POST /api/logout'),
        by.signIn('signing out is answered whether or not anybody was signed in'),
      ),
      decided(
        14,
        'POST /api/waitlist {email}: fields of the response not shown',
        'The same answer for known and unknown addresses, each stored once',
        ...as('POST /api/waitlist'),
        by.waitlist(
          'a new address, the same again and the same in capitals get one answer and are stored once, as first typed',
        ),
      ),
      decided(
        19,
        'GET /api/users: refreshed after profile update; fields not shown',
        'Public profiles, newest first, ?query= filters, 20 a page; the page reads people one by one, and anew',
        ...as('GET /api/users'),
        by.people('has everybody, newest first'),
        by.people('is read page by page along its Link header, which keeps the question'),
        by.editProfile('a name, a bio and a picture are saved and show everywhere, also after a reload'),
      ),
      decided(
        15,
        'GET /api/users/{username}: a user',
        'In any case of letters',
        ...as('GET /api/users/:username'),
        by.people('%s is found by name in any case of letters'),
      ),
      row(
        'GET /api/users/id/{creatorId}: a user',
        ...as('GET /api/users/id/:id'),
        by.people('a person is the same by name, by id and in the list, and nothing of them leaks'),
      ),
      row(
        'PUT /api/profile {displayName, bio, profileImageUrl}, then user data is refreshed',
        ...as('PUT /api/profile'),
        by.profile('%s alone is changed, and the answer is the own account'),
        by.editProfile('a name, a bio and a picture are saved and show everywhere, also after a reload'),
      ),
      decided(
        '21a',
        'POST /api/objects/upload: {uploadURL}',
        'Takes an optional { contentType, size } that is signed into the address',
        ...as('POST /api/objects/upload'),
        UPLOADED,
        by.picture('An address asked for without saying type and size takes any image'),
      ),
      row(
        'PUT /api/profile-images {profileImageURL}: {objectPath}',
        ...as('PUT /api/profile-images'),
        UPLOADED,
        by.picture('The upload may be named with its query, without it, or by its path'),
      ),
      row('GET /api/follows/status/{id}: {isFollowing}', ...as('GET /api/follows/status/:id'), FOLLOWS),
      row('POST /api/follows {followingId}', ...as('POST /api/follows'), FOLLOWS),
      row('DELETE /api/follows/{id}', ...as('DELETE /api/follows/:id'), FOLLOWS),
      row(
        'GET /api/signals/feed: list of signals',
        ...as('GET /api/signals/feed'),
        by.feed('it has own signals and those of people followed or paid, newest first'),
      ),
      row(
        "GET /api/signals/user/{id}: that user's signals",
        ...as('GET /api/signals/user/:id'),
        by.feed("a person's signals are theirs alone, newest first, and a quiet person has an empty list"),
      ),
      row(
        'POST /api/signals {content, signalType, tickers}; on success the feed is refreshed',
        ...as('POST /api/signals'),
        by.posting('Ada posts with nothing but a text'),
        by.specDialogs(
          'a signal sends its tickers as JSON in a text, or null, and waits with its button disabled',
        ),
      ),
      row(
        'GET /api/portfolio: {holdings, performance}',
        ...as('GET /api/portfolio'),
        by.ownState(
          'a portfolio is its owner’s, in the order of its tickers, with percentages and no amounts',
        ),
      ),
    ],
  },
]
