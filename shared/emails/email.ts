// The content of an email, without its design: render-html.ts and render-text.ts turn the same blocks into
// HTML and text.

export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] }
  /** The requested action; a button in HTML. */
  | { kind: 'action'; label: string; url: string }
  /** A lesser action, in text. */
  | { kind: 'link'; label: string; url: string }
  /** A headed list of what happened. */
  | { kind: 'rows'; title: string; rows: RowOfEmail[] }
  | { kind: 'facts'; rows: [name: string, value: string][] }

/** `end`: a figure or a time. `url`: a path until the email is composed; null if there is nothing more to see. */
export type RowOfEmail = { title: string; sub: string; end: string; url: string | null }

export type Email = {
  subject: string
  blocks: Block[]
  /** Why the person gets this email; its last line. */
  reason: string
  /** A document that is attached. */
  pdf?: PdfDocument
  /** For emails that people didn't cause themselves. */
  unsubscribe?: {
    /** A page with a button. */
    url: string
    /** For mail programs, which post to it (RFC 8058). */
    oneClickUrl: string
  }
}

/** A page to keep: a title, named values and paragraphs. */
export type PdfDocument = {
  /** The file's name. */
  name: string
  title: string
  rows: [name: string, value: string][]
  paragraphs: string[]
  foot: string
}

/** The properties of the sending server that an email needs. */
export type Site = {
  /** Without a trailing slash. */
  publicUrl: string
  /** The operator's name and postal address, which mailings have to carry. */
  operatorAddress: string | undefined
  /** The secret token of the row with this id, for a link. */
  tokenOf: (id: string) => string
}

/** An email of the product. Its data is stored as JSON until it is sent, so it contains no dates and no secrets. */
export type Template<Data> = (data: Data, site: Site) => Email

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
export const list = (items: string[]): Block => ({ kind: 'list', items })
export const action = (label: string, url: string): Block => ({ kind: 'action', label, url })
export const link = (label: string, url: string): Block => ({ kind: 'link', label, url })
export const rows = (title: string, all: RowOfEmail[]): Block => ({ kind: 'rows', title, rows: all })
export const facts = (all: [name: string, value: string][]): Block => ({ kind: 'facts', rows: all })
