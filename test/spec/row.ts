// A row of the table of the specification: one thing it says. The tests that prove it carry its id as a tag.

export type Row = {
  /** `2.14`: the section, and a number that is never changed or given again; a new row gets the next free one. */
  id: string
  /** A sentence or a row of the specification in few words; texts and figures as it fixes them. */
  says: string
  /** The answer of docs/spec-answers.md that decided otherwise, or where it was silent, and what holds. */
  decided?: { answer: string; holds: string }
  /** What else there is to know about it. */
  note?: string
  /** Why nothing proves it. These are counted. */
  open?: string
}

export type Section = { at: string; title: string; rows: Row[] }
