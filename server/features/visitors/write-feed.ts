// Writes a feed for feed readers: each free signal, and later its outcome, as RSS 2.0, Atom or JSON Feed 1.1.
import type { Item } from 'feed'
import { closeOf } from '#engine/market/exchange-days.ts'
import type { SignalOutcome } from '#shared/contracts/outcomes.ts'
import type { Signal } from '#shared/contracts/signals.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { callOf } from '#shared/rules/call-text.ts'
import { dayText } from '#shared/rules/dates.ts'
import { hiddenText } from '#shared/rules/hidden-text.ts'
import { differenceText, hasDay, marketReturn, marketText } from '#shared/rules/market-text.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { percentOf } from '#shared/rules/percent.ts'

export const FEED_TYPES = {
  xml: 'application/rss+xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
}
export type FeedType = keyof typeof FEED_TYPES

export type FeedContent = {
  title: string
  description: string
  /** The paths of the page with the same content, and of the feed without its ending. */
  page: string
  feed: string
  /** The date of the feed if nothing has been posted yet. */
  since: Date
  signals: readonly Signal[]
  outcomes: readonly SignalOutcome[]
}

const DISCLAIMER = 'Not an investment recommendation. Investing involves risk of loss.'
const PAID_PROMOTION = 'Paid promotion.'
const ITEMS_MAX = 100

/** Locked signals have no item. The same content always gives the same text, so that the ETag doesn't change. */
export async function writeFeed(content: FeedContent, type: FeedType, publicUrl: string): Promise<string> {
  const { Feed } = await import('feed')
  const items = itemsOf(content, publicUrl)
  const feed = new Feed({
    title: plain(content.title),
    description: plain(content.description),
    id: publicUrl + content.page,
    link: publicUrl + content.page,
    language: 'en',
    favicon: `${publicUrl}/favicon.ico`,
    copyright: '',
    generator: PRODUCT_NAME,
    updated: items[0]?.date ?? content.since,
    feedLinks: {
      rss: `${publicUrl}${content.feed}.xml`,
      atom: `${publicUrl}${content.feed}.atom`,
      json: `${publicUrl}${content.feed}.json`,
    },
  })
  for (const one of items) feed.addItem(one)
  if (type === 'json') return feed.json1()
  return type === 'atom' ? feed.atom1() : feed.rss2()
}

function itemsOf({ signals, outcomes }: FeedContent, publicUrl: string): Item[] {
  const byId = new Map(outcomes.map((outcome) => [outcome.signalId, outcome]))
  return signals
    .filter(({ isLocked }) => !isLocked)
    .flatMap((signal) => {
      const outcome = byId.get(signal.id)
      return [signalItem(signal, outcome, publicUrl), outcome && outcomeItem(signal, outcome, publicUrl)]
    })
    .filter((one) => one !== undefined)
    .toSorted((a, b) => b.date.getTime() - a.date.getTime() || (a.link < b.link ? 1 : -1))
    .slice(0, ITEMS_MAX)
}

function signalItem(signal: Signal, outcome: SignalOutcome | undefined, publicUrl: string): Item {
  const text = signal.hidden ? hiddenText(signal.hidden, signal.hiddenAt) : (signal.content ?? '')
  return feedItem(signal, publicUrl, {
    path: `/s/${signal.id}`,
    title: `${callOf(signal)} by @${signal.author.username}`,
    date: new Date(signal.createdAt),
    lines: [...text.split('\n'), ...notesOf(signal, outcome)],
  })
}

/** Undefined before the trade has ended. Losses have an item, too. */
function outcomeItem(signal: Signal, outcome: SignalOutcome, publicUrl: string): Item | undefined {
  const { status, return: own, benchmark, parts } = outcome
  const lastDay = parts
    .map(({ exitDay }) => exitDay ?? '')
    .toSorted()
    .at(-1)
  if (status !== 'closed' || own === null || benchmark === null || !lastDay || !hasDay(outcome))
    return undefined
  const result = `${percentOf(own)}, ${marketText(outcome)}: ${differenceText(own, marketReturn(outcome))}`
  return feedItem(signal, publicUrl, {
    path: `/s/${signal.id}#result`,
    title: `Closed: ${callOf(signal)} by @${signal.author.username}, ${result}`,
    date: closeOf(lastDay),
    lines: [
      `${result}. Closed on ${dayText(lastDay)}. Calculated after costs, not from a real account.`,
      ...(outcome.sample ? ['Calculated from sample prices.'] : []),
      ...notesOf(signal, outcome),
    ],
  })
}

/** The notes that are shown below every signal, wherever it appears. */
const notesOf = ({ details }: Signal, outcome: SignalOutcome | undefined): string[] =>
  [
    details?.promotion ? PAID_PROMOTION : '',
    typeof outcome?.logIndex === 'number' ? `Entry ${formatCount(outcome.logIndex)} of the public log.` : '',
    DISCLAIMER,
  ].filter((text) => text !== '')

type Parts = { path: string; title: string; date: Date; lines: readonly string[] }

function feedItem({ author, tickers = [] }: Signal, publicUrl: string, { path, title, date, lines }: Parts) {
  const kept = lines.map((line) => line.trim()).filter((line) => line !== '')
  return {
    id: publicUrl + path,
    link: publicUrl + path,
    title: plain(title),
    date,
    published: date,
    content: kept.map((line) => `<p>${escaped(plain(line))}</p>`).join(''),
    author: [{ name: `@${author.username}`, link: `${publicUrl}/@${author.username}` }],
    category: tickers.map((ticker) => ({ name: ticker, term: ticker })),
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string) => text.replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? character)

/** Removes the characters that XML 1.0 doesn't allow. */
const plain = (text: string) =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
