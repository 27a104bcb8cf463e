// What each drill is, and how it says that this machine can't run it.

/** `seconds`: the duration of the load. Throws `CannotRun` if something is missing. */
export type Drill = (options: { seconds: number }) => Promise<void>

/** The drill can't run on this machine. The message says what to install. */
export class CannotRun extends Error {}
