// Sends to people in the order of their ids, as fast as push services answer. While messages are in flight, finished
// results are saved and the next people are read.

/** After `usableUntilMs`, the people's access is read again. `last`: the last id that was checked. */
export type Page<Person> = { people: Person[]; last: string; isEnd: boolean; usableUntilMs: number }

export type InOrder<Person, Result> = {
  after: string
  elapsedMs: () => number
  /** The next people after an id. The people whose devices aren't notified are left out. */
  read: (after: string) => Promise<Page<Person>>
  send: (person: Person) => Promise<Result>
  /** Saves results in their order, up to the last of these people. False ends the loop. */
  save: (results: Result[], after: string) => Promise<boolean>
}

/** After this time no further message is sent, so that other signals get their turn. Counted from the first page. */
const STEP_MS = 800
const AT_ONCE = 128
/** How many messages may be in flight or unsaved. If a copy is killed, at most these are sent again. */
const UNSAVED_MAX = 200
/** Results are saved when there are this many. */
const SAVED_TOGETHER = 100

/** `rest`: the results that aren't saved yet, up to `after`. `isEnd`: nobody is left. `isStopped`: `save` was false. */
export type Walked<Result> = { rest: Result[]; after: string; isEnd: boolean; isStopped: boolean }

type Numbered = { id: string; devices: readonly unknown[] }

/** Resolves once nothing is in flight. Throws what `read`, `send` or `save` threw. */
export function sendInOrder<Person extends Numbered, Result>(
  options: InOrder<Person, Result>,
): Promise<Walked<Result>> {
  const { elapsedMs, read, send, save } = options
  let endMs = Number.POSITIVE_INFINITY
  /** The people with messages in flight or unsaved results, in order. */
  const begun: { id: string; size: number; result?: Result }[] = []
  let page: Page<Person> | null = null
  let ahead: Page<Person> | null = null
  let [after, readTo] = [options.after, options.after]
  let [isReading, isSaving, isEnd, isStopped] = [false, false, false, false]
  let [inFlight, unsaved] = [0, 0]
  let failure: { error: unknown } | null = null
  const over = Promise.withResolvers<Walked<Result>>()

  const mayBegin = () => failure === null && !isStopped && !isEnd && elapsedMs() < endMs
  const watch = (work: Promise<void>) =>
    void work.catch((error: unknown) => void (failure ??= { error })).then(go)

  function begin(): void {
    while (mayBegin() && inFlight < AT_ONCE) {
      if (page === null) [page, ahead] = [ahead, null]
      if (page === null) return
      if (elapsedMs() > page.usableUntilMs) {
        ;[page, ahead, readTo] = [null, null, after]
        return
      }
      const person = page.people[0]
      if (person === undefined) {
        ;({ last: after, isEnd } = page)
        page = null
        continue
      }
      const size = person.devices.length
      if (unsaved > 0 && unsaved + size > UNSAVED_MAX) return
      page.people.shift()
      after = person.id
      inFlight += size
      unsaved += size
      const entry: (typeof begun)[number] = { id: person.id, size }
      begun.push(entry)
      const tell = async () => {
        try {
          entry.result = await send(person)
        } finally {
          inFlight -= size
        }
      }
      watch(tell())
    }
  }
  function readAhead(): void {
    if (isReading || ahead !== null || page?.isEnd || !mayBegin()) return
    isReading = true
    const from = readTo
    const load = async () => {
      try {
        const next = await read(from)
        // The current page expired in the meantime, so reading starts again after the last person who was sent to.
        if (from !== readTo) return
        endMs = Math.min(endMs, elapsedMs() + STEP_MS)
        ahead = next
        readTo = next.last
      } finally {
        isReading = false
      }
    }
    watch(load())
  }
  function saveDone(): void {
    if (isSaving || failure !== null || isStopped) return
    const end = begun.findIndex(({ result }) => result === undefined)
    const done = begun.slice(0, end < 0 ? begun.length : end)
    const size = done.reduce((sum, entry) => sum + entry.size, 0)
    const last = done.at(-1)
    if (!last || size < SAVED_TOGETHER) return
    isSaving = true
    const keep = async () => {
      try {
        isStopped = !(await save(
          done.flatMap(({ result }) => result ?? []),
          last.id,
        ))
        begun.splice(0, done.length)
        unsaved -= size
      } finally {
        isSaving = false
      }
    }
    watch(keep())
  }
  function go(): void {
    begin()
    readAhead()
    saveDone()
    if (inFlight > 0 || isReading || isSaving || mayBegin()) return
    if (failure) over.reject(failure.error)
    else over.resolve({ rest: begun.flatMap(({ result }) => result ?? []), after, isEnd, isStopped })
  }
  go()
  return over.promise
}
