// What a person left for when they went to a provider's page, kept for the moment they come back.
import { z } from 'zod'

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
  try {
    sessionStorage.setItem(KEY, JSON.stringify(left))
  } catch {}
}

export function recallLeaving(): Left | undefined {
  try {
    return z.parse(Left, JSON.parse(sessionStorage.getItem(KEY) ?? ''))
  } catch {
    return undefined
  }
}

export function forgetLeaving(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {}
}
