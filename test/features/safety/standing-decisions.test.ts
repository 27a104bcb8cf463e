// Two decisions with the same effect: if one is reversed on appeal, the effect lasts while the other decision stands.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerAppeal, appeal } from '#server/features/safety/appeal.ts'
import { decide } from '#server/features/safety/decide.ts'
import { openCaseAt } from '#server/features/safety/open-case.ts'
import { openPictureCase } from '#server/features/safety/picture-case.ts'
import { decisionActs } from '#server/staff.ts'
import { comments } from '#shared/contracts/comments.ts'
import { reports } from '#shared/contracts/reports.ts'
import { emails } from '#test/emails.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'

let server: TestServer
let people: Record<'theo' | 'ada' | 'aki', Person>
let signalId: string
const moderator = member({ role: 'moderator' })
beforeAll(async () => {
  server = await startServer({ sequencer: false })
  people = await buildPeople(server.deps, {
    theo: creator({ signals: ['Guaranteed to triple'] }),
    ada: moderator,
    aki: moderator,
  })
  const signal = await server.deps.db.selectFrom('signals').select('id').executeTakeFirstOrThrow()
  signalId = signal.id
})
afterAll(() => server.stop())

const acts = () => decisionActs(server.deps)
const WHY = { facts: 'It promises a return.', ground: 'rule', reference: 'Rule 3' } as const
type Decided = { caseId: string; decisionId: string }
const decideOn = async (caseId: string, measure: 'hide' | 'suspend' = 'hide'): Promise<Decided> => ({
  caseId,
  decisionId: await decide(server.deps, acts(), people.ada.id, caseId, { ...WHY, measure, days: 7 }),
})
const decided = async (url: string, measure: 'hide' | 'suspend' = 'hide') =>
  await decideOn(await openCaseAt(server.deps, people.ada.id, url, 'sure_return'), measure)
async function reverse({ caseId, decisionId }: Decided): Promise<void> {
  await appeal(server.deps, people.theo.id, decisionId, 'It is a quote.')
  const answer = { outcome: 'reversed', answer: 'You are right.' } as const
  await answerAppeal(server.deps, acts(), people.aki.id, caseId, answer)
}
const rowOf = async (table: 'signals' | 'comments' | 'users', id: string) =>
  (await server.deps.db
    .selectFrom(table as 'users')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()) as unknown as Record<string, unknown>
const isHidden = async (table: 'signals' | 'comments', id: string) =>
  (await rowOf(table, id))['hiddenAt'] !== null
const lastMail = async () => {
  await server.jobsDone()
  return (await emails(server.deps, people.theo.email)).at(-1)?.text.replaceAll(/\s+/g, ' ')
}

test('a signal that two decisions hide is shown once both are reversed, in any order, and the author sees which stands', async () => {
  for (const order of ['first', 'last'] as const) {
    const both = [await decided(`/signal/${signalId}`), await decided(`/signal/${signalId}`)]
    const [one, other] = order === 'first' ? both : both.toReversed()
    await reverse(one!)
    expect(await isHidden('signals', signalId)).toBe(true)
    expect(await lastMail()).toContain(
      'We reversed it, but another decision with the same effect still stands.',
    )
    // The link on the card opens the decision that stands.
    const theo = await server.signIn('theo')
    const { decision } = await theo.call(reports.decision, { params: { id: signalId } })
    expect(decision).toMatchObject({ id: other!.decisionId, appeal: null })
    await reverse(other!)
    expect(await isHidden('signals', signalId)).toBe(false)
    expect(await lastMail()).toContain('what we hid is shown again')
  }
})

test('two appeals that succeed at the same time show the signal again', async () => {
  const both = [await decided(`/signal/${signalId}`), await decided(`/signal/${signalId}`)]
  await Promise.all(both.map((one) => reverse(one)))
  expect(await isHidden('signals', signalId)).toBe(false)
})

test('a comment that two decisions hide is shown once both are reversed', async () => {
  const theo = await server.signIn('theo')
  const { id } = await theo.call(comments.post, { params: { id: signalId }, body: { body: 'Really' } })
  const url = `/signal/${signalId}?comment=${id}`
  const first = await decided(url)
  // A hidden comment can't be reported, but another look at an earlier report opens a case about it.
  const { db, clock } = server.deps
  const { snapshot } = await db
    .selectFrom('cases')
    .select('snapshot')
    .where('id', '=', first.caseId)
    .executeTakeFirstOrThrow()
  const [caseId, now] = [clock.newId(), clock.now()]
  const about = { subjectKind: 'comment', subjectId: id, authorId: people.theo.id } as const
  await db
    .insertInto('cases')
    .values({ id: caseId, ...about, snapshot: JSON.stringify(snapshot), openedAt: now, dueAt: now })
    .execute()
  const second = await decideOn(caseId)
  await reverse(first)
  expect(await isHidden('comments', id)).toBe(true)
  await reverse(second)
  expect(await isHidden('comments', id)).toBe(false)
})

test('an appeal restores what no other decision removed from a profile', async () => {
  const { db } = server.deps
  const set = (texts: { displayName?: string; bio?: string }) =>
    db.updateTable('users').set(texts).where('id', '=', people.theo.id).execute()
  await set({ displayName: 'Sure Thing', bio: 'First' })
  const first = await decided('/@theo')
  await set({ displayName: 'Sure Thing', bio: 'Second' })
  const second = await decided('/@theo')
  await reverse(first)
  expect(await rowOf('users', people.theo.id)).toMatchObject({ displayName: null, bio: 'First' })
  expect(await lastMail()).toContain('but another decision with the same effect still stands')
  await reverse(second)
  expect(await rowOf('users', people.theo.id)).toMatchObject({ displayName: 'Sure Thing', bio: 'First' })
})

test('a held picture stays out while a decision about a copy by the same person stands', async () => {
  const { db, clock } = server.deps
  const [caseIds, pictures]: [string[], string[]] = [[], []]
  for (const name of ['one', 'two']) {
    const [id, picture] = [clock.newId(), `/objects/profiles/${name}.webp`]
    const about = { id, personId: people.theo.id, picture }
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('heldPictures').set({ isReplaced: true }).execute()
      await trx
        .insertInto('heldPictures')
        .values({ ...about, hash: '01'.repeat(32), heldAt: clock.now() })
        .execute()
      await openPictureCase(trx, clock, about)
    })
    const row = db.selectFrom('cases').select('id').where('subjectId', '=', id)
    caseIds.push((await row.executeTakeFirstOrThrow()).id)
    pictures.push(picture)
  }
  const [first, second] = [await decideOn(caseIds[0]!), await decideOn(caseIds[1]!)]
  const shown = async () => (await rowOf('users', people.theo.id))['profileImageUrl']
  await reverse(second)
  expect(await shown()).toBeNull()
  await reverse(first)
  expect(await shown()).toBe(pictures[1])
})

test('a suspension holds when another one of the same person is reversed', async () => {
  const suspended = async () => {
    const { db, clock } = server.deps
    const { rows } = await sql<{
      yes: boolean
    }>`select is_restricted(${people.theo.id}, 'post', ${clock.now()}) as yes`.execute(db)
    return rows[0]?.yes
  }
  const [first, second] = [await decided('/@theo', 'suspend'), await decided('/@theo', 'suspend')]
  await reverse(first)
  expect(await suspended()).toBe(true)
  expect(await lastMail()).toContain('but another decision with the same effect still stands')
  await reverse(second)
  expect(await suspended()).toBe(false)
  expect(await lastMail()).toContain('the restriction is lifted')
})
