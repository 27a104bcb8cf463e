// Who is notified of comments, on which pages they arrive at once, what is useful, and what moderators do.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { METHOD } from '#engine/scoring/method.ts'
import { answerAppeal } from '#server/features/safety/appeal.ts'
import { decide } from '#server/features/safety/decide.ts'
import { decisionActs } from '#server/staff.ts'
import { comments } from '#shared/contracts/comments.ts'
import { reports } from '#shared/contracts/reports.ts'
import { safety } from '#shared/contracts/safety.ts'
import { signals } from '#shared/contracts/signals.ts'
import { emails } from '#test/emails.ts'
import { alertServer } from '#test/features/alerts/alert-server.ts'
import { openLive, SOON } from '#test/live-page.ts'
import { refusal } from '#test/refusal.ts'

const { server, clock, people, as, list, titles, unseen, post } = await alertServer()
type Name = keyof typeof people
afterAll(() => server.stop())

const say = (name: Name, id: string, body: string, more: object = {}) =>
  as(name).call(comments.post, { params: { id }, body: { body, ...more } })
const read = async (name: Name, id: string) =>
  (await as(name).call(comments.thread, { params: { id }, query: {} })).comments
const see = (name: Name, id: string) => as(name).call(signals.byId, { params: { id } })

describe('Alerts', () => {
  test('go to the author of a signal and of a comment, grouped, and to people who are mentioned', async () => {
    const { id } = await post('maya', 'First')
    const before = await unseen('maya')
    const first = await say('rosa', id, 'Why now?')
    await say('rosa', id, 'And why so small?')
    await say('omar', id, 'Asking too, @fan', { parentId: first.id })
    expect((await titles('maya', 'mentions'))[0]).toBe('Omar and Rosa commented on your signal')
    expect(await unseen('maya')).toBe(before + 1)
    const [told] = await list('rosa', 'mentions')
    expect(told).toMatchObject({
      kind: 'reply',
      peopleCount: 1,
      person: { username: 'omar' },
      comment: { excerpt: 'Asking too, @fan' },
      signal: { id },
    })
    expect(await titles('rosa', 'mentions')).toEqual(['Omar replied to you'])
    expect(await titles('fan', 'mentions')).toEqual(['Omar mentioned you'])
  })

  test('disappear when the comment is deleted, when its author blocks the person, and never reach those who may not read it', async () => {
    const { id } = await post('maya', 'For those who pay', true)
    const paid = await say('paul', id, 'Agreed @maya')
    expect((await titles('maya', 'mentions'))[0]).toBe('Paul mentioned you')
    await as('paul').call(comments.remove, { params: { id: paid.id } })
    expect((await titles('maya', 'mentions'))[0]).not.toBe('Paul mentioned you')
    await say('maya', id, 'Only for @paul and @nora')
    expect(await titles('paul', 'mentions')).toEqual(['Maya mentioned you'])
    expect(await titles('nora', 'mentions')).toEqual([])
    const { id: free } = await post('theo', 'Free')
    await say('nora', free, 'Hello @omar')
    expect(await titles('omar', 'mentions')).toEqual(['Nora mentioned you'])
    await as('nora').call(safety.block, { body: { userId: people.omar.id } })
    expect(await titles('omar', 'mentions')).toEqual([])
    await as('nora').call(safety.unblock, { params: { id: people.omar.id } })
  })

  test('come once, even if an edit mentions somebody again', async () => {
    const { id } = await post('theo', 'Edits')
    const said = await say('rosa', id, 'Hi @nora')
    const edit = (body: string) => as('rosa').call(comments.edit, { params: { id: said.id }, body: { body } })
    await edit('Hi')
    await edit('Hi again @nora @fan')
    const ofNora = (await list('nora', 'mentions')).filter(({ signal }) => signal?.id === id)
    expect(ofNora).toHaveLength(1)
    expect((await titles('fan', 'mentions'))[0]).toBe('Rosa mentioned you')
  })
})

test('pages that show the thread are notified of each change at once, and no others', async () => {
  const { id } = await post('theo', 'Live')
  const [reader, other] = [await openLive(as('rosa')), await openLive(as('nora'))]
  expect(await as('rosa').call(comments.follow, { params: { id } })).toEqual({ total: 0 })
  const said = await say('fan', id, 'One')
  const heard = async (n: number) => {
    await expect.poll(() => reader.events.filter((what) => what === 'comments').length, SOON).toBe(n)
  }
  await heard(1)
  await as('fan').call(comments.remove, { params: { id: said.id } })
  await heard(2)
  expect(other.events).not.toContain('comments')
  for (const page of [reader, other]) page.close()
})

describe('"Useful"', () => {
  test('counts once per person, can be taken back, and only the author sees the count', async () => {
    const { id } = await post('maya', 'Useful')
    for (const name of ['rosa', 'rosa', 'omar'] as const)
      expect(await as(name).call(comments.useful, { params: { id } })).toEqual({ isUseful: true })
    expect(await see('maya', id)).toMatchObject({ usefulCount: 2 })
    expect(await see('rosa', id)).toMatchObject({ isUseful: true })
    expect(await see('rosa', id)).not.toHaveProperty('usefulCount')
    const [told] = await list('maya', 'people')
    expect(told).toMatchObject({ kind: 'useful', peopleCount: 2, people: [], person: null })
    expect((await titles('maya', 'people'))[0]).toBe('2 people found your signal useful')
    await as('rosa').call(comments.notUseful, { params: { id } })
    expect(await see('maya', id)).toMatchObject({ usefulCount: 1 })
    expect(await see('rosa', id)).not.toHaveProperty('isUseful')
  })

  test('is counted for everybody who may read the signal once its trades have ended', async () => {
    const { id } = await post('theo', 'Useful afterwards')
    await as('rosa').call(comments.useful, { params: { id } })
    const { db } = server.deps
    const plain = {
      ticker: 'NVDA',
      method: METHOD,
      status: 'open',
      side: 1,
      weight: 1,
      isSample: true,
    } as const
    await db
      .insertInto('recordScores')
      .values({ signalId: id, author: clock.newId(), postedAt: clock.now(), ...plain })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    for (const [status, count] of [
      ['open', undefined],
      ['closed', 1],
    ] as const) {
      await db.updateTable('recordScores').set({ status }).where('signalId', '=', id).execute()
      expect((await see('omar', id)).usefulCount).toBe(count)
      const [first] = await as('omar').call(signals.byUser, {
        params: { id: people.theo.id },
        query: { limit: 1 },
      })
      expect(first).toMatchObject({ id, ...(count && { usefulCount: count }) })
    }
  })

  test('needs a verified email and an account that is a week old, and never comes from the author', async () => {
    const { id } = await post('maya', 'Not for all')
    const find = (name: Name) => as(name).call(comments.useful, { params: { id } })
    expect(await refusal(find('maya'))).toMatchObject({ code: 'own_useful' })
    const set = (values: object) =>
      server.deps.db.updateTable('users').set(values).where('id', '=', people.nora.id).execute()
    await set({ emailVerifiedAt: null })
    expect(await refusal(find('nora'))).toMatchObject({ code: 'useful_email' })
    await set({ emailVerifiedAt: clock.now(), createdAt: clock.now() })
    expect(await refusal(find('nora'))).toMatchObject({ code: 'useful_age' })
    await set({ createdAt: new Date(clock.now().getTime() - 30 * 86_400_000) })
  })
})

describe('A reported comment', () => {
  const hide = {
    measure: 'hide',
    facts: 'An insult.',
    ground: 'rule',
    reference: 'No insults',
  } as const
  let signalId: string
  let commentId: string
  beforeAll(async () => {
    signalId = (await post('theo', 'Moderated')).id
    commentId = (await say('fan', signalId, 'You are a fool')).id
    await server.deps.db
      .insertInto('moderators')
      .values({ personId: people.paul.id, role: 'moderator', createdAt: clock.now() })
      .execute()
  })

  test('is hidden for the reporter, then removed for everybody with reasons, and back after an appeal', async () => {
    const report = { subjectKind: 'comment', subjectId: commentId, reason: 'spam' } as const
    await as('rosa').call(reports.send, { body: report })
    expect(await refusal(as('fan').call(reports.send, { body: report }))).toMatchObject({
      code: 'self_report',
    })
    expect((await read('rosa', signalId))[0]).toMatchObject({ isReported: true })
    expect((await read('nora', signalId))[0]).not.toHaveProperty('isReported')
    const { id: caseId, snapshot } = await server.deps.db
      .selectFrom('cases')
      .select(['id', 'snapshot'])
      .where('subjectId', '=', commentId)
      .executeTakeFirstOrThrow()
    expect(snapshot).toMatchObject({ username: 'fan', content: 'You are a fool', signalId })
    await decide(server.deps, decisionActs(server.deps), people.paul.id, caseId, hide)
    for (const name of ['rosa', 'theo', 'fan'] as const) {
      const [shown] = await read(name, signalId)
      expect(shown).toMatchObject({ gone: 'removed', isOwn: name === 'fan' })
      expect(JSON.stringify(shown)).not.toContain('fool')
    }
    expect(await see('rosa', signalId)).not.toHaveProperty('commentCount')
    await server.jobsDone()
    const mail = (await emails(server.deps, people.fan.email)).at(-1)
    expect(mail?.subject).toBe('We removed a comment of yours on Signalpost')
    expect(mail?.text).toContain('the comment of')
    const [decision] = await as('fan').call(reports.decisions, { query: {} })
    expect(decision).toMatchObject({ subjectKind: 'comment', subjectId: commentId, measure: 'hide' })
    const appeal = { params: { id: decision!.id }, body: { text: 'He called himself that.' } }
    await as('fan').call(reports.appeal, appeal)
    await answerAppeal(server.deps, decisionActs(server.deps), people.paul.id, caseId, {
      outcome: 'reversed',
      answer: 'You quoted him.',
    })
    for (const name of ['theo', 'fan', 'nora'] as const)
      expect((await read(name, signalId))[0]).toMatchObject({ body: 'You are a fool', gone: null })
    expect(await see('rosa', signalId)).toMatchObject({ commentCount: 1 })
  })
})

test('the comments of a person whose account is being deleted aren’t shown, and their places stay after it', async () => {
  const { id } = await post('theo', 'Leaving')
  const said = await say('nora', id, 'Bye')
  await say('fan', id, 'Farewell', { parentId: said.id })
  const { db } = server.deps
  await db
    .updateTable('users')
    .set({ deletionRequestedAt: clock.now() })
    .where('id', '=', people.nora.id)
    .execute()
  expect((await read('rosa', id)).map(({ body }) => body)).toEqual(['Farewell'])
  await db.deleteFrom('users').where('id', '=', people.nora.id).execute()
  expect(await read('rosa', id)).toMatchObject([{ gone: 'deleted' }, { body: 'Farewell', parentId: said.id }])
  const row = await db.selectFrom('comments').selectAll().where('id', '=', said.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ personId: null, body: '' })
})
