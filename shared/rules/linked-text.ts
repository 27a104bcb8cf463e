// Finds the links in a person's text: URLs, cashtags such as $BRK.B, and @usernames.
import { isReservedName, looksLikeUsername } from './people.ts'
import { normalTicker } from './tickers.ts'

/** The `text` of all parts, joined, is the original text. */
export type TextPart =
  | { kind: 'words'; text: string }
  | { kind: 'address'; text: string; href: string }
  | { kind: 'ticker'; text: string; ticker: string }
  | { kind: 'person'; text: string; username: string }

/** HTTPS only, because readers expect it. Ends before characters that could disguise where it leads. */
const ADDRESS = String.raw`https:\/\/[^\s<>"\x60\p{Cc}\p{Cf}]+`
/**
 * In uppercase, with the suffixes that exchanges use after a dot, dash, slash or equals sign; in lowercase
 * only as in brk.b.
 */
const CASHTAG = String.raw`(?<![\p{L}\p{N}_$])\$(?:\^?[A-Z][A-Z0-9]*(?:[.\-/=][A-Z0-9]{1,5})?|[A-Za-z]+(?:\.[A-Za-z])?)(?![\p{L}\p{M}\p{N}_])`
/** Not inside an email address or a handle of another network (@maya@elsewhere.example). */
const MENTION = String.raw`(?<![\p{L}\p{M}\p{N}_.+@/\-])@[A-Za-z0-9_]+(?![\p{L}\p{M}\p{N}_@]|\.[\p{L}\p{N}])`
const LINK = new RegExp(`(?<address>${ADDRESS})|(?<cashtag>${CASHTAG})|(?<mention>${MENTION})`, 'gu')

export function linkedText(words: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  const addWords = (start: number) => {
    if (start > end) parts.push({ kind: 'words', text: words.slice(end, start) })
  }
  for (const match of words.matchAll(LINK)) {
    const part = partOf(match.groups ?? {})
    if (!part) continue
    addWords(match.index)
    parts.push(part)
    end = match.index + part.text.length
  }
  addWords(words.length)
  return parts
}

function partOf({ address, cashtag, mention }: Record<string, string | undefined>): TextPart | null {
  if (address !== undefined) {
    const text = trimPunctuation(address)
    const href = hrefOf(text)
    return href === null ? null : { kind: 'address', text, href }
  }
  if (cashtag !== undefined) {
    const ticker = normalTicker(cashtag.slice(1))
    return ticker === null ? null : { kind: 'ticker', text: cashtag, ticker }
  }
  const username = mention?.slice(1) ?? ''
  if (mention === undefined || !looksLikeUsername(username) || isReservedName(username)) return null
  return { kind: 'person', text: mention, username }
}

/** Removes punctuation after a URL, which belongs to the sentence, unless the URL contains the opening bracket. */
function trimPunctuation(address: string): string {
  let text = address
  for (;;) {
    const last = text.at(-1) ?? ''
    const isClosing = last === ')' && text.split('(').length >= text.split(')').length
    if (isClosing || !/[^\p{L}\p{M}\p{N}/\-_=&#%+~$@*]/u.test(last)) return text
    text = text.slice(0, -1)
  }
}

/** Two or more labels with dots between them. `URL` has already converted other scripts to Punycode. */
const HOST = /^(?:[\w-]+\.)+[\w-]+\.?$/

/** Null if the URL is invalid, or contains a username or password, which only serves to deceive. */
function hrefOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, hostname, username, password, href } = new URL(text)
  return protocol === 'https:' && HOST.test(hostname) && !username && !password ? href : null
}
