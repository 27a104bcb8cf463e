// A row of the specification: one requirement. The tests that prove it carry its id as a tag.

export type Row = {
  /** Such as `2.14`: the section, and a number that never changes and is never reused. A new row gets the next free one. */
  id: string
  /** A sentence or a row of the specification in a few words, with its exact texts and figures. */
  says: string
  /** The answer in docs/spec-answers.md that replaces or completes the row, and what it says. */
  decided?: { answer: string; holds: string }
  /** An additional note. */
  note?: string
  /** Why no test proves it. The page counts these rows. */
  open?: string
}

export type Section = { at: string; title: string; rows: Row[] }
