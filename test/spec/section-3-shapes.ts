// Section 3 of the specification, last part: the shapes of what is read.
import * as by from './proofs.ts'
import { noted, row, type Section } from './row.ts'

export const SECTION_3_SHAPES: Section[] = [
  {
    at: '3',
    title: 'Other shapes',
    rows: [
      row(
        'Portfolio data: holdings, connected, performance',
        by.ownState('somebody without a connected portfolio has no holdings and no return'),
      ),
      row(
        'Follow status {isFollowing}',
        by.calls('answers with what the specification names', 'GET /api/follows/status/:id'),
      ),
      row(
        'Subscription status {isSubscribed}',
        by.calls('answers with what the specification names', 'GET /api/subscriptions/status/:id'),
      ),
      row('Creator status {isCreator}', by.ownState('%s is a creator: %s')),
      row(
        'Connect account status {connected, accountId}',
        by.calls('answers with what the specification names', 'GET /api/stripe/connect/account-status'),
      ),
      row(
        'Upload result {uploadURL}, then {objectPath}',
        by.picture('An upload becomes the picture of its uploader, which anyone may see and keep'),
      ),
      row(
        'Subscription create response {clientSecret}',
        by.calls('answers with what the specification names', 'POST /api/subscriptions/create'),
      ),
      row(
        'User-subscription response {clientSecret, creatorName}',
        by.calls('answers with what the specification names', 'POST /api/stripe/user-subscription'),
      ),
      noted(
        'The creator is the caller, so it has no name to tell',
        'Creator-plan response {clientSecret, creatorName}',
        by.calls('answers with what the specification names', 'POST /api/stripe/creator-subscription'),
      ),
      row(
        'What the server generates is no input: id, createdAt, updatedAt, userId',
        by.posting(
          'what is not in the contract is ignored: the server stamps the signal and names its author',
        ),
        by.register('nobody makes themselves a creator, or anything else, by sending more than is asked for'),
      ),
      row(
        'Screens see user or null, isAuthenticated, a loading flag and the last error',
        by.specVisitor('while it is not known who is here, nothing but the loading view shows'),
        by.specVisitor('who is here is asked once, and a failure is said instead of tried again'),
      ),
    ],
  },
]
