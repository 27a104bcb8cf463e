// What a person left for when they went to a provider's page, kept for the moment they come back.
import { z } from 'zod'
import { sessionStore } from '#web/lib/browser-storage.ts'

const Left = z.object({
  /** The connections there were before: any other one is new. */
  known: z.array(z.string()),
  /** The connection they went to mend. */
  mends: z.string().nullable(),
})
export type Left = z.output<typeof Left>

/** Of this tab only, which is the one that comes back. */
const KEY = 'signalpost-left-for-broker'

// Some browsers refuse to keep anything: then the words at the return are less exact.
export function rememberLeaving(left: Left): void {
  sessionStore.set(KEY, JSON.stringify(left))
}

export function recallLeaving(): Left | undefined {
  return Left.safeParse(sessionStore.getJson(KEY)).data
}

export function forgetLeaving(): void {
  sessionStore.remove(KEY)
}
