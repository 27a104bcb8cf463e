// The demo people's comments on a few signals: a question with an answer, disagreement, an edit, and one that was deleted.
import type { Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'

type Said = {
  by: string
  /** Its time, from 0 (the post of the signal) to 1 (now). */
  at: number
  body: string
  /** The place of the comment that this replies to, in this list. */
  to?: number
  /** Its text before an edit. */
  before?: string
}
type Thread = { by: string; begins: string; said: Said[]; useful: string[] }

const THREADS: Thread[] = [
  {
    by: 'maya',
    begins: 'Started a position in ASML',
    said: [
      {
        by: 'rosa',
        at: 0.2,
        body: 'Do you count upgrades as part of the installed base, or only service contracts?',
      },
      {
        by: 'maya',
        at: 0.3,
        to: 0,
        body: 'Both. Upgrades are the larger part, and they come before new machines when budgets are tight.',
      },
      {
        by: 'theo',
        at: 0.5,
        body: 'I’m less sure about the second third. The last two times $ASML held that low, it broke it a week later.',
        before: 'I’m less sure about the second third.',
      },
      { by: 'freya', at: 0.6, body: '' },
      { by: 'rosa', at: 0.8, to: 0, body: 'Thanks, that helps.' },
    ],
    useful: ['rosa', 'theo', 'freya'],
  },
  {
    by: 'theo',
    begins: '',
    said: [
      { by: 'rosa', at: 0.4, body: 'What would make you close this early, @theo?' },
      { by: 'theo', at: 0.7, to: 0, body: 'Two weekly closes on the other side of the range.' },
    ],
    useful: ['rosa'],
  },
]

type Known = Record<string, { id: string } | undefined>

export async function seedComments(
  { db, clock }: { db: Transaction<DB>; clock: Deps['clock'] },
  people: Known,
): Promise<void> {
  for (const thread of THREADS) {
    const author = people[thread.by]
    if (!author) continue
    const signal = await db
      .selectFrom('signals')
      .select(['id', 'createdAt'])
      .where('userId', '=', author.id)
      .where('content', 'like', `${thread.begins}%`)
      // The newest of those that anybody can read.
      .where('isPremium', '=', false)
      .orderBy('createdAt', 'desc')
      .executeTakeFirst()
    if (signal) await seedThread(db, clock, { ...thread, signal, author }, people)
  }
}

async function seedThread(
  db: Transaction<DB>,
  clock: Deps['clock'],
  {
    said,
    useful,
    signal,
    author,
  }: Thread & { signal: { id: string; createdAt: Date }; author: { id: string } },
  people: Known,
): Promise<void> {
  const spanMs = clock.now().getTime() - signal.createdAt.getTime()
  const written = said.flatMap((one) => {
    const person = people[one.by]
    return person
      ? [
          {
            ...one,
            id: clock.newId(),
            personId: person.id,
            createdAt: new Date(signal.createdAt.getTime() + one.at * spanMs),
          },
        ]
      : []
  })
  for (const { id, personId, body, createdAt, to, before } of written) {
    const parent = to === undefined ? undefined : written[to]
    const editedAt = before === undefined ? null : new Date(createdAt.getTime() + 1000)
    await db
      .insertInto('comments')
      .values({
        id,
        signalId: signal.id,
        parentId: parent?.id ?? null,
        personId,
        body,
        createdAt,
        editedAt,
        deletedAt: body === '' ? createdAt : null,
        threadAt: parent?.createdAt ?? createdAt,
        threadId: parent?.id ?? id,
      })
      .execute()
    if (before !== undefined)
      await db.insertInto('commentVersions').values({ commentId: id, createdAt, body: before }).execute()
    const told = new Set([author.id, ...(parent ? [parent.personId] : [])])
    told.delete(personId)
    for (const toldId of body === '' ? [] : told)
      await db
        .insertInto('commentAlerts')
        .values({ personId: toldId, commentId: id, createdAt, kind: 'reply' })
        .execute()
  }
  for (const name of useful) {
    const person = people[name]
    if (person && person.id !== author.id)
      await db
        .insertInto('useful')
        .values({
          personId: person.id,
          signalId: signal.id,
          authorId: author.id,
          createdAt: signal.createdAt,
        })
        .execute()
  }
}
