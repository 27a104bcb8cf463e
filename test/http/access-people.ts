// The fixture of the access control tests: people and their data, restored after each call.
import { tokenOf } from '#server/emails/token-of.ts'
import { type EmailPurpose, issueToken } from '#server/features/auth/account-tokens.ts'
import { startDeletion } from '#server/features/auth/deletion/request-deletion.ts'
import { invite } from '#server/features/auth/invite.ts'
import { hashedToken } from '#server/http/session.ts'
import { billing } from '#shared/contracts/billing.ts'
import { dataExports } from '#shared/contracts/data-exports.ts'
import { portfolio } from '#shared/contracts/portfolio.ts'
import { uploads } from '#shared/contracts/uploads.ts'
import { users } from '#shared/contracts/users.ts'
import { newLaunchToken } from '#test/features/waitlist/waitlist-steps.ts'
import { snapshotDatabase } from '#test/database-snapshot.ts'
import { becomeCreator, buyPlan, subscribeTo } from '#test/features/billing/billing-steps.ts'
import { connectSample } from '#test/sample-broker.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { member, type Person, buildPeople } from '#tools/demo/build-people.ts'
import { factorResources } from './factor-resources.ts'
import { lookLink } from './look-link.ts'
import { outcomeResources } from './outcome-resources.ts'
import { countedIn, SHARED_PICTURES, uploadBy } from './access-steps.ts'
import { previewBy, tableBy } from './files-to-import.ts'

const MEMBERS = ['max', 'nora', 'paul', 'cleo', 'sue', 'lars', 'petra', 'lena'] as const
type Member = (typeof MEMBERS)[number]
export const NAMES = ['vera', ...MEMBERS] as const
export type Name = (typeof NAMES)[number]

/** Cleo's price. Setting it again changes nothing at Stripe, whose data isn't restored. */
export const PRICE_IN_CENTS = 950
/** What a call is about. */
export type Resource = {
  /** Replaces `:id`, `:token`, `:username` or `*` in the path. */
  id: string
  /** How much of the subject a 200 response shows, in the table's words. */
  seen?: (answer: string, asker: Name) => string | Promise<string>
}

/** `open` if the response contains the first text, `locked` if only the second, `absent` if neither. */
const shown = (open: string, locked?: string) => (answer: string) => {
  if (answer.includes(open)) return 'open'
  return locked !== undefined && answer.includes(locked) ? 'locked' : 'absent'
}

export type AccessFixture = Awaited<ReturnType<typeof buildAccessFixture>>

/** Everybody is signed in and every job is done. */
export async function buildAccessFixture() {
  const server = await startServer()
  const people = await buildPeople(server.deps, {
    max: member({ follows: ['cleo', 'petra', 'lena'] }),
    nora: member(),
    paul: member(),
    cleo: member({
      signals: [
        { content: 'Free for all', tickers: ['SECRT'] },
        { content: 'Only for those who pay', tickers: ['SECRT'], isPremium: true },
      ],
    }),
    sue: member(),
    lars: member({ follows: ['cleo'] }),
    petra: member({ signals: ['Among us'] }),
    lena: member({ signals: ['Not for long'] }),
  })
  await startDeletion(server.deps, people.lena.id)
  const browsers = {} as Record<Member, Browser>
  const cookies: Partial<Record<Name, string>> = {}
  for (const name of MEMBERS) {
    const { browser, cookie } = await signIn(server, name)
    browsers[name] = browser
    cookies[name] = cookie
  }
  await subscribeAndCancel(server, people, browsers)
  const picture = await browsers.petra.call(uploads.setPicture, {
    body: { profileImageURL: await uploadBy(browsers.petra) },
  })
  const imported = await previewBy(browsers.cleo)
  await browsers.cleo.call(portfolio.confirmImport, { params: { id: imported } })
  const resources = resourcesOf(server, people, browsers, {
    preview: await previewBy(browsers.cleo),
    picture: picture.objectPath ?? '',
    invitation: await invite(server.deps, 'ines@example.com', server.origin),
    session: cookies.max ?? '',
  })
  await server.settled()
  const snapshot = await snapshotDatabase(server.database)
  const initial = await snapshot.hash()
  const created = new Map<string, Resource>()
  let before = initial
  return {
    server,
    /** The resource with this name, created on first use; `restore` removes it. */
    async resource(name: string): Promise<Resource> {
      const known = created.get(name)
      if (known) return known
      const resource = await resources[name]?.()
      if (!resource) throw new Error(`There is no resource called "${name}"`)
      created.set(name, resource)
      before = await snapshot.hash()
      return resource
    },
    /** Whether any row has changed since the last resource was created. */
    hasChanged: async () => (await snapshot.hash()) !== before,
    /** Sends a plain request as this person, so that no response changes their cookie. */
    ask(who: Name, method: string, path: string, body?: unknown): Promise<Response> {
      const isText = typeof body === 'string'
      return fetch(server.origin + path, {
        method,
        redirect: 'manual',
        headers: {
          ...(cookies[who] && { cookie: cookies[who] }),
          ...(body !== undefined && { 'content-type': isText ? 'image/png' : 'application/json' }),
        },
        ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      })
    },
    async stop() {
      await snapshot.close()
      await server.stop()
    },
    async restore() {
      created.clear()
      await server.settled()
      await snapshot.restore()
      before = initial
    },
  }
}

async function signIn(server: TestServer, username: string) {
  const browser = server.visitor()
  const { headers } = await browser.send('POST', '/api/login', { username, password: 'signalpost' })
  return { browser, cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

/** Cleo and Petra are creators, Paul has no payouts yet. Sue pays both of them, Lars once did; then Petra goes private. */
async function subscribeAndCancel(
  server: TestServer,
  people: Record<Member, Person>,
  { paul, cleo, sue, lars, petra }: Record<Member, Browser>,
) {
  await buyPlan(server, paul)
  for (const creator of [cleo, petra]) await becomeCreator(server, creator, PRICE_IN_CENTS)
  for (const fan of [sue, lars])
    for (const creator of [people.cleo, people.petra]) await subscribeTo(server, fan, creator.id)
  const rows = await server.deps.db
    .selectFrom('subscriptions')
    .select('stripeSubscriptionId')
    .where('subscriberId', '=', people.lars.id)
    .execute()
  for (const { stripeSubscriptionId } of rows)
    await server.deps.stripe.subscriptions.cancel(stripeSubscriptionId ?? '')
  await petra.call(users.updateProfile, { body: { isPublic: false } })
}

function resourcesOf(
  server: TestServer,
  people: Record<Member, Person>,
  browsers: Record<Member, Browser>,
  prepared: { preview: string; picture: string; invitation: string; session: string },
): Record<string, () => Resource | Promise<Resource>> {
  const [{ db, config }, { cleo, petra, paul, sue, lena }] = [server.deps, people]
  const person = ({ id, username }: Person) => [
    [username, () => ({ id, seen: shown(`"id":"${id}"`) })],
    [`${username}'s name`, () => ({ id: username, seen: shown(`"id":"${id}"`) })],
  ]
  const signal = async (content: string) => {
    const found = db.selectFrom('signals').select('id').where('content', '=', content)
    const { id } = await found.executeTakeFirstOrThrow()
    return { id, seen: shown(content, id) }
  }
  const accounts = () => db.selectFrom('portfolioAccounts').select('id').where('userId', '=', cleo.id)
  type Link = { purpose: 'reset_password' | 'sign_in' } | { purpose: EmailPurpose; email: string }
  const linkOf = async (link: Link) => {
    const issue = { userId: people.max.id, minutes: 30, ...link }
    const id = await db.transaction().execute((trx) => issueToken(trx, server.deps, issue))
    return { id: tokenOf(config.sessionSecret, id) }
  }
  const kept = async (rows: Promise<unknown[]>) => ((await rows).length > 0 ? 'kept' : 'gone')
  return {
    ...(Object.fromEntries([cleo, petra, paul, lena].flatMap(person)) as Record<string, () => Resource>),
    oneself: () => ({ id: '', seen: (answer, asker) => shown(`"${asker}@example.com"`)(answer) }),
    "max's session": () => {
      const id = hashedToken(config.sessionSecret, prepared.session.split('=')[1] ?? '')
      return { id, seen: shown(id) }
    },
    "max's reset link": () => linkOf({ purpose: 'reset_password' }),
    "max's sign-in link": () => linkOf({ purpose: 'sign_in' }),
    "max's email link": () => linkOf({ purpose: 'change_email', email: 'max@new.example.com' }),
    "a launch email's link": async () => ({ id: await newLaunchToken(server) }),
    'a link to another look': () => lookLink(server),
    ...factorResources(server, people.max),
    'an invitation': () => ({ id: new URL(prepared.invitation).hash.split('=')[1] ?? '' }),
    'a ticker': () => ({ id: 'NVDA' }),
    'a job': () => ({ id: '1' }),
    'a premium call': () => ({
      id: 'SECRT',
      seen: (answer) => (countedIn(answer) === 2 ? 'open' : 'absent'),
    }),
    'a price': () => ({ id: '', seen: (answer) => (answer.includes('"hasPrice":true') ? 'offer' : 'wish') }),
    "a broker's file": () => ({ id: '' }),
    ...SHARED_PICTURES,
    "cleo's address": async () => ({ id: (await uploadBy(browsers.cleo)).split('/uploads/')[1] ?? '' }),
    "nobody's address": () => ({ id: `incoming/${cleo.id}/${cleo.id}?expires=9999999999&signature=mine` }),
    "cleo's upload": async () => ({ id: await uploadBy(browsers.cleo) }),
    "petra's picture": () => ({ id: prepared.picture.split('/').at(-1) ?? '' }),
    'a free signal': () => signal('Free for all'),
    'a premium signal': () => signal('Only for those who pay'),
    ...outcomeResources(signal, people, browsers),
    "petra's signal": () => signal('Among us'),
    "lena's signal": () => signal('Not for long'),
    "cleo's premium": async () => ({ ...(await signal('Only for those who pay')), id: cleo.id }),
    "petra's signals": async () => ({ ...(await signal('Among us')), id: petra.id }),
    "cleo's portfolio": () => ({ id: cleo.id, seen: shown('"ACME"', '"curve":[{') }),
    "cleo's records": () => ({ id: cleo.id, seen: () => kept(accounts().execute()) }),
    "cleo's account": async () => await accounts().executeTakeFirstOrThrow(),
    "cleo's preview": () => {
      const rows = db.selectFrom('portfolioImports').select('id').where('id', '=', prepared.preview)
      return { id: prepared.preview, seen: () => kept(rows.execute()) }
    },
    "cleo's table": async () => {
      const id = await tableBy(browsers.cleo)
      const rows = db.selectFrom('portfolioImportFiles').select('id').where('id', '=', id)
      return {
        id,
        seen: async (answer) => (answer.includes('"Paper"') ? 'open' : await kept(rows.execute())),
      }
    },
    "cleo's copy": async () => {
      await browsers.cleo.call(dataExports.request)
      await server.jobsDone()
      return { id: (await browsers.cleo.call(dataExports.latest)).id ?? '' }
    },
    "cleo's connection": async () => {
      const { connections } = await connectSample(server, browsers.cleo, 'SAMPLE-EMPTY')
      return { id: connections[0]?.id ?? '' }
    },
    "sue's subscription": async () => {
      const rows = await browsers.sue.call(billing.ofSubscriber, { params: { id: sue.id }, query: {} })
      return { id: rows.find(({ creatorId }) => creatorId === cleo.id)?.id ?? '' }
    },
    'paying cleo': () => ({ id: cleo.id, seen: shown('"isSubscribed":true') }),
    'paying petra': () => ({ id: petra.id, seen: shown('"isSubscribed":true') }),
    'subscribers of cleo': () => ({ id: cleo.id, seen: shown(sue.id) }),
    'subscriptions of sue': () => ({ id: sue.id, seen: shown(cleo.id) }),
  }
}
