// What people in a random world read over HTTP: all calls of every-read.ts, and other calls that could show a person
// hidden by a block or a mute. Also what third parties read, which must not change.
import { expect } from 'vitest'
import { addAlerts, addOutcomeAlerts } from '#server/alerts/add-alerts.ts'
import { postComment } from '#server/features/comments/post-comment.ts'
import { computeRecord } from '#server/features/record/rank/compute-record.ts'
import { longRecord, writeRating, writeScores } from '#test/features/record/rank/sample-record.ts'
import { comparable } from '#test/refusal.ts'
import type { Browser, TestServer } from '#test/server.ts'
import type { Person } from '#tools/demo/build-people.ts'
import { PUBLIC_PATHS, READS, type Subject } from './every-read.ts'
import { type Name, NAMES, type RandomWorld } from './random-world.ts'

/** `mate` neither blocks nor is blocked. The others comment on her signal, which mentions them. */
export type Everybody = Record<Name | 'mate', Person>
type Reader = Name | 'mate' | 'visitor'
export const READERS = [...NAMES, 'mate', 'visitor'] as const

const NOBODY: Known = {
  id: '11111111-1111-4111-8111-111111111111',
  username: 'nobody_here',
  signalId: '22222222-2222-4222-8222-222222222222',
  ticker: 'NONE',
  commentId: '33333333-3333-4333-8333-333333333333',
}
/** `commentId`: the id of a comment below Mate's signal. */
type Known = Subject & { commentId: string }

/** `isSilent`: whether it also leaves out people the reader has muted. */
type Row = { kind: 'about' | 'list'; isSilent?: boolean; path: (subject: Known) => string }

/** More calls, besides `READS`: the thread below Mate's signal, where everybody wrote, and Mate's lists. */
const beside = (mate: Subject): Row[] => {
  const thread = `/api/signals/${mate.signalId}/comments`
  return [
    { kind: 'list', path: () => `/api/signals/${mate.signalId}` },
    { kind: 'list', isSilent: true, path: () => thread },
    { kind: 'list', path: () => `/api/follows/followers/${mate.id}` },
    { kind: 'list', path: () => `/api/follows/following/${mate.id}` },
    { kind: 'about', isSilent: true, path: ({ commentId }) => `/api/comments/${commentId}/versions` },
    { kind: 'about', isSilent: true, path: ({ commentId }) => `${thread}?around=${commentId}` },
  ]
}

const SILENT = /^\/api\/(alerts|signals\/feed$|signals\/feed\?scope=everyone)/

/** Public pages, feeds, embeds and images. */
const surfacesOf = ({ username, signalId, ticker }: Subject) => [
  ...PUBLIC_PATHS({ id: '', username, signalId, ticker }),
  `/@${username}`,
  `/s/${signalId}`,
  `/t/${ticker}`,
  `/embed/record/${username}`,
  `/feeds/@${username}.xml`,
  `/feeds/@${username}.json`,
  `/feeds/t/${ticker}.atom`,
  `/share/record/${username}.png`,
  `/share/outcome/${signalId}.png`,
]

export type Reads = Awaited<ReturnType<typeof openReads>>

/** Gives everybody a record, a place on the board, comments, mentions, bells and saved signals, and signs them in. */
export async function openReads(server: TestServer, people: Everybody, world: RandomWorld, ticker: string) {
  const known = await fill(server, people, ticker)
  const browsers = new Map<Reader, Browser>([['visitor', server.visitor()]])
  for (const [name, { username }] of Object.entries(people))
    browsers.set(name as Name, await server.signIn(username))
  const read = async (reader: Reader, path: string) => {
    const browser = browsers.get(reader)
    if (!browser) throw new Error(`${reader} has no browser`)
    return await comparable(await browser.fetch(path))
  }
  const calls = Object.values(READS)
    .flat()
    .map((row) => ({ ...row, isSilent: SILENT.test(row.path(NOBODY)) }))
  const rows: Row[] = [...calls, ...beside(known.mate)]
  const unknown = new Map<string, Awaited<ReturnType<typeof read>>>()
  /** The answer about somebody who doesn't exist. */
  const unknownTo = async (reader: Reader, path: string) => {
    const before = unknown.get(`${reader} ${path}`) ?? (await read(reader, path))
    unknown.set(`${reader} ${path}`, before)
    return before
  }

  /** The rows whose response tells something about a visible person. At this point, everybody is public. */
  const telling = new Set<Row>()
  for (const row of rows.filter(({ kind }) => kind === 'about')) {
    const answer = await read('ann', row.path(known.ben))
    if (JSON.stringify(answer) !== JSON.stringify(await read('ann', row.path(NOBODY)))) telling.add(row)
  }

  return {
    known,
    /** The number of rows whose response tells something about a visible person. */
    tellingCount: telling.size,
    /** Makes one of the calls about `whom` as `who`, and compares the response with what `who` may see. */
    async check(who: Name, whom: Name, choice: number): Promise<void> {
      if (who === whom) return
      const row = rows[choice % rows.length]
      if (!row) return
      const path = row.path(known[whom])
      const answer = await read(who, path)
      const isSeen = row.isSilent ? world.hears(who, whom) : world.sees(who, whom)
      if (row.kind === 'list') expect(answer.status, `${who} reads ${path}`).toBe(200)
      else if (!isSeen) expect(answer, `${who} reads ${path}`).toEqual(await unknownTo(who, row.path(NOBODY)))
      else if (telling.has(row))
        expect(answer, `${who} reads ${path}`).not.toEqual(await unknownTo(who, row.path(NOBODY)))
      if (!isSeen)
        expect(answer.text.replaceAll(path, ''), `${who} reads ${path}`).not.toMatch(
          world.sees(who, whom) ? wordsOf(known[whom]) : tracesOf(known[whom]),
        )
    },
    /** What a third party reads about a person; undefined if the reader is one of the two. */
    async third(
      { who, whom }: { who: Name; whom: Name },
      reader: Reader,
      about: Name | 'mate',
      choice: number,
    ) {
      if (reader === who || reader === whom) return undefined
      const subject = known[about]
      const paths = [...rows.map(({ path }) => path(subject)), ...surfacesOf(subject)]
      const path = paths[choice % paths.length] ?? ''
      return { path, ...(await read(reader, path)) }
    },
    browser: (name: Name) => browsers.get(name) as Browser,
  }
}

/** Matches what only a person's own rows and objects contain. Their name in another person's text doesn't count. */
const tracesOf = (person: Known) => new RegExp(`${wordsOf(person).source}|"username":"${person.username}"`)
/** The same without the username, because texts that mention a person who is only muted link to them. */
const wordsOf = ({ id, username, signalId, commentId }: Known) =>
  new RegExp(`${id}|${signalId}|${commentId}|Real ${username}`)

/** Adds the data of `openReads`. Each person already has a signal. Returns the ids to read. */
async function fill(server: TestServer, people: Everybody, ticker: string) {
  const { deps } = server
  const { db, clock } = deps
  const known = {} as Record<Name | 'mate', Known>
  for (const name of [...NAMES, 'mate'] as const) {
    const { id, username } = people[name]
    const row = await db.selectFrom('signals').select('id').where('userId', '=', id).executeTakeFirstOrThrow()
    known[name] = { id, username, signalId: row.id, ticker, commentId: row.id }
  }
  const all = Object.values(known)
  for (const [place, { id, username, signalId }] of all.entries()) {
    const author = await writeScores(server, username, longRecord({ ticker }))
    await computeRecord(deps, author)
    await writeRating(server, author, { mean: 0.12 - place / 100, half: 0.02, place: place + 1 })
    const [others, createdAt] = [all.filter((one) => one.id !== id), clock.now()]
    const bells = others.map((one) => ({ authorId: one.id, level: 'all' as const, createdAt: new Date(0) }))
    await db
      .insertInto('alertBells')
      .values(bells.map((bell) => ({ ...bell, personId: id })))
      .execute()
    await db
      .insertInto('bookmarks')
      .values(others.map((one) => ({ personId: id, signalId: one.signalId, createdAt })))
      .execute()
    await db
      .insertInto('signalMentions')
      .values(others.map((one) => ({ signalId, name: one.username, userId: one.id, createdAt })))
      .execute()
    await addAlerts(db, clock, {
      kind: 'subscriber',
      personIds: others.map((one) => one.id),
      cause: `${username} subscribes`,
      actorId: id,
      facts: { priceInCents: 500, shareInCents: 450 },
    })
  }
  const body = `${all.map(({ username }) => `@${username}`).join(' ')} listen`
  for (const name of NAMES)
    for (const { signalId } of all) {
      const draft = { body, parentId: null, showsHolding: false }
      const { id } = await postComment(deps, people[name].id, signalId, draft)
      // The last signal is Mate's.
      known[name].commentId = id
    }
  await db.transaction().execute((trx) =>
    addOutcomeAlerts(
      trx,
      clock.now(),
      all.map(({ signalId }) => signalId),
    ),
  )
  return known
}
