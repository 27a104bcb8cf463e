// A person of the tests of the audit log, what they do, and what an entry then says.
import type { Person } from '#tools/demo/build-people.ts'
import type { Browser } from '#test/server.ts'

/** A new person, signed in. */
export type Stage = { person: Person; here: Browser }
/** The newest entry's fields besides the event; unless they say otherwise, people acted on their own account. */
export type Entry = Partial<{ actor: string; userId: string | null; quantity: number; target: unknown }>
export type Steps = (stage: Stage) => Promise<Entry | void>
