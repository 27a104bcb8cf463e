// Throws previews away that nobody confirmed, and has each portfolio worked out again once a day, for prices move.
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'

const DAY_MS = 86_400_000

export async function sweepPortfolios({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const aDayAgo = new Date(clock.now().getTime() - DAY_MS)
  await db.deleteFrom('portfolioImports').where('createdAt', '<', aDayAgo).execute()
  const stale = await db
    .selectFrom('portfolioPictures')
    .select('userId')
    .where('workedOutAt', '<', aDayAgo)
    .execute()
  for (const { userId } of stale) await enqueue(db, 'work_out_portfolio', { userId })
}
