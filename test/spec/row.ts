// A row of the table of the specification: one thing it says, and the tests that prove it.

export type Row = {
  /** A sentence or a row of the specification in few words; texts and figures as it fixes them. */
  says: string
  /** "file › title", as `proof` writes them. */
  tests: string[]
  /** The answer of docs/spec-answers.md that decided otherwise, or where it was silent, and what holds. */
  decided?: { answer: string; holds: string }
  /** What else there is to know about it. */
  note?: string
  /** Why nothing proves it. These are counted. */
  open?: string
}

export type Section = { at: string; title: string; rows: Row[] }

export const row = (says: string, ...tests: string[]): Row => ({ says, tests })

/** For what the answers decided. */
export const decided = (answer: number | string, says: string, holds: string, ...tests: string[]): Row => ({
  says,
  tests,
  decided: { answer: String(answer), holds },
})

export const noted = (note: string, says: string, ...tests: string[]): Row => ({ says, tests, note })

export const open = (why: string, says: string): Row => ({ says, tests: [], open: why })

/**
 * Names tests of a file by their titles, as they are written there; `one` is the case of a table that is meant. The
 * file goes by its path in `test/` without its ending.
 */
export const proof = (file: string) => (title: string, one?: string) =>
  `${file} › ${title}${one === undefined ? '' : ` [${one}]`}`
