// People and their profiles: what others see, what they see themselves, and how they edit it.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  BIO_MAX,
  DISPLAY_NAME_MAX,
  PICTURE_ADDRESS_MAX,
  SUBSCRIPTION_PRICE_MAX_IN_CENTS,
  SUBSCRIPTION_PRICE_MIN_IN_CENTS,
  USERNAME_MAX,
  USERNAME_MIN,
} from '../limits.ts'
import { isReservedName } from '../rules/people.ts'
import { PERFORMANCE_SOURCES } from '../rules/performance.ts'
import { Id, Instant, Paging, readable, text } from '../wire.ts'

export const Username = z
  .string({ error: ({ input }) => (input === undefined ? 'Username is required' : 'Username must be text') })
  .min(USERNAME_MIN, `Username must be at least ${USERNAME_MIN} characters`)
  .max(USERNAME_MAX, 'Username too long')
  .regex(/^[A-Za-z0-9_]+$/, 'Username can only contain letters, numbers, and underscores')
  .refine((name) => !isReservedName(name), 'Username isn’t available')

export const DisplayName = readable(
  text('Display name is missing')
    .trim()
    .max(DISPLAY_NAME_MAX, `Display name can have at most ${DISPLAY_NAME_MAX} characters`),
  'Display name',
)
export const Bio = readable(
  text('Bio is missing').trim().max(BIO_MAX, `Bio can have at most ${BIO_MAX} characters`),
  'Bio',
  { hasLines: true },
)

const priceMessage = `Subscription price must be from $${SUBSCRIPTION_PRICE_MIN_IN_CENTS / 100} to $${SUBSCRIPTION_PRICE_MAX_IN_CENTS / 100}`
export const SubscriptionPriceInCents = z
  .number('Subscription price must be a whole number of cents')
  .int('Subscription price must be a whole number of cents')
  .min(SUBSCRIPTION_PRICE_MIN_IN_CENTS, priceMessage)
  .max(SUBSCRIPTION_PRICE_MAX_IN_CENTS, priceMessage)

/** The author's fields on a signal card. */
export const Author = z.object({
  id: Id,
  username: z.string(),
  displayName: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  isCreator: z.boolean(),
  subscriptionPriceInCents: z.int(),
})
export type Author = z.output<typeof Author>

/** What any signed-in person may see of a person: no email, no settings, no payment ids (spec answer 20). */
export const User = Author.extend({
  bio: z.string().nullable(),
  subscriptionPrice: z.int(),
  followersCount: z.int(),
  followingCount: z.int(),
  /** Time-weighted return since the first day, such as "+18.4%"; "+0.0%" without a portfolio. */
  performance: z.string(),
  performanceSource: z.enum(PERFORMANCE_SOURCES),
  /** The calendar day on which the first account was linked; null unless the source is `linked`. */
  performanceLinkedSince: z.iso.date().nullable(),
  /** The calendar day on which the first connection stopped working; null while all work. */
  performanceLinkedUntil: z.iso.date().nullable(),
  /** Null unless it contradicts the time-weighted return and so must be shown next to it. */
  performanceMoneyWeighted: z.string().nullable(),
  /** Whether an imported file has no deposits and withdrawals, so that we assume them. */
  performanceFlowsAssumed: z.boolean(),
  /**
   * What a reader should know before trusting the return, the most serious first, such as "3 of 214 trades are outside
   * the market's range that day". Show them wherever you show the return.
   */
  performanceDoubts: z.array(z.string()),
  createdAt: Instant,
  /** Null unless a moderator suspended the person and the suspension still applies. */
  suspension: z
    .object({
      since: z.iso.datetime(),
      /** Null: permanent. */
      until: z.iso.datetime().nullable(),
      /** Which rule or law. */
      reference: z.string(),
      /** The decision, which only the person themselves can open. */
      decisionId: Id,
    })
    .nullable(),
})
export type User = z.output<typeof User>

/** A person in a list, with the row's additional fields. */
export const ListedUser = User.extend({
  signalsCount: z.int(),
  /** Whether the viewer follows them. */
  isFollowing: z.boolean(),
  /** Whether they have set a price, which subscriptions require (spec answer 2). */
  hasPrice: z.boolean(),
})
export type ListedUser = z.output<typeof ListedUser>

/** A person's own profile as they see it. */
export const OwnUser = User.extend({
  email: z.string(),
  /** Whether the person has opened a link that was sent to it. */
  isEmailVerified: z.boolean(),
  isPublic: z.boolean(),
  /** Whether visitors and search engines see the record; null until the person is asked (spec answer 44). */
  showsRecordToVisitors: z.boolean().nullable(),
  /** How many people created an account after they came from this person's public page. */
  joinedFromPage: z.int(),
  stripeOnboardingCompleted: z.boolean(),
  /** The role of a person who decides cases; null for everybody else. */
  role: z.enum(['moderator', 'administrator']).nullable(),
  /** When the account will be deleted; null unless its owner requested it. */
  deletedAt: z.iso.datetime().nullable(),
  /** Whether the creator has set a price, which subscriptions require (spec answer 2). */
  hasPrice: z.boolean(),
  /** Alerts since the last visit of the list, at most 100 (`UNSEEN_MAX`). */
  alerts: z.object({ unseen: z.int() }),
})
export type OwnUser = z.output<typeof OwnUser>

export const ProfileUpdate = z.object({
  username: Username.optional(),
  displayName: DisplayName.nullable().optional(),
  bio: Bio.nullable().optional(),
  profileImageUrl: text('Profile image must be a URL')
    .max(PICTURE_ADDRESS_MAX, 'Profile image must be a URL')
    .pipe(
      z.union(
        [z.url({ protocol: /^https?$/ }), z.string().regex(/^\/objects\/pictures\/[\w.-]+$/)],
        'Profile image must be a URL',
      ),
    )
    .nullable()
    .optional(),
  isPublic: z.boolean('isPublic must be true or false').optional(),
  showsRecordToVisitors: z.boolean('showsRecordToVisitors must be true or false').optional(),
  subscriptionPrice: SubscriptionPriceInCents.optional(),
})

export const users = {
  list: endpoint({
    method: 'GET',
    path: '/api/users',
    summary: 'Public profiles, newest first',
    access: 'member',
    query: z.object({ ...Paging, query: text('query is missing').max(100, 'query is too long').optional() }),
    reply: z.array(User),
  }),
  byName: endpoint({
    method: 'GET',
    path: '/api/users/:username',
    summary: 'A person by username or, for 90 days, by a former one, ignoring case',
    access: 'member',
    params: z.object({ username: z.string() }),
    reply: User,
  }),
  byId: endpoint({
    method: 'GET',
    path: '/api/users/id/:id',
    summary: 'A person by id',
    access: 'member',
    params: z.object({ id: Id }),
    reply: User,
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/api/profile',
    summary: 'Updates the viewer’s profile; omitted fields don’t change',
    access: 'member',
    body: ProfileUpdate,
    reply: OwnUser,
  }),
}
