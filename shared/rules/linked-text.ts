// What in a person's words is a link: web addresses, cashtags such as $BRK.B, and @usernames.
import { isReservedName, looksLikeUsername } from './people.ts'
import { normalTicker } from './tickers.ts'

/** All parts' `text` one after the other are the words as they were written. */
export type TextPart =
  | { kind: 'words'; text: string }
  | { kind: 'address'; text: string; href: string }
  | { kind: 'ticker'; text: string; ticker: string }
  | { kind: 'person'; text: string; username: string }

/** Only https: nothing else could be meant by a reader who presses it. Ends before what could hide where it leads. */
const ADDRESS = String.raw`https:\/\/[^\s<>"\x60\p{Cc}\p{Cf}]+`
/** In capitals with the part behind a dot, dash, slash or equals sign that exchanges use; in small letters brk.b at most. */
const CASHTAG = String.raw`(?<![\p{L}\p{N}_$])\$(?:\^?[A-Z][A-Z0-9]*(?:[.\-/=][A-Z0-9]{1,5})?|[A-Za-z]+(?:\.[A-Za-z])?)(?![\p{L}\p{M}\p{N}_])`
/** Neither within an e-mail address nor within one of another network (@maya@elsewhere.example). */
const MENTION = String.raw`(?<![\p{L}\p{M}\p{N}_.+@/\-])@[A-Za-z0-9_]+(?![\p{L}\p{M}\p{N}_@]|\.[\p{L}\p{N}])`
const LINK = new RegExp(`(?<address>${ADDRESS})|(?<cashtag>${CASHTAG})|(?<mention>${MENTION})`, 'gu')

export function linkedText(words: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  const upTo = (start: number) => {
    if (start > end) parts.push({ kind: 'words', text: words.slice(end, start) })
  }
  for (const match of words.matchAll(LINK)) {
    const part = partOf(match.groups ?? {})
    if (!part) continue
    upTo(match.index)
    parts.push(part)
    end = match.index + part.text.length
  }
  upTo(words.length)
  return parts
}

function partOf({ address, cashtag, mention }: Record<string, string | undefined>): TextPart | null {
  if (address !== undefined) {
    const text = withoutEndOfSentence(address)
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

/** A full stop, comma or bracket behind an address belongs to the sentence, unless its other half is in the address. */
function withoutEndOfSentence(address: string): string {
  let text = address
  for (;;) {
    const last = text.at(-1) ?? ''
    const isClosing = last === ')' && text.split('(').length >= text.split(')').length
    if (isClosing || !/[^\p{L}\p{M}\p{N}/\-_=&#%+~$@*]/u.test(last)) return text
    text = text.slice(0, -1)
  }
}

/** Two names or more with dots in between; letters of other scripts are written in these by then. */
const HOST = /^(?:[\w-]+\.)+[\w-]+\.?$/

/** Null where there is no such address, or where it names somebody before the host, as only deceivers do. */
function hrefOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, hostname, username, password, href } = new URL(text)
  return protocol === 'https:' && HOST.test(hostname) && !username && !password ? href : null
}
