// Serves the feeds of people and tickers: /feeds/@maya.xml (RSS), .atom and .json, /feeds/t/ASML.xml.
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { signalView } from '#server/features/signals/views.ts'
import { STRANGER } from '#server/features/users/visibility.ts'
import { clientAddress, type RateLimits } from '#server/http/rate-limits.ts'
import { SignalOutcome } from '#shared/contracts/outcomes.ts'
import { rankings } from '#shared/contracts/rankings.ts'
import { Signal } from '#shared/contracts/signals.ts'
import { Problem } from '#shared/problems.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { looksLikeUsername } from '#shared/rules/people.ts'
import { normalTicker } from '#shared/rules/tickers.ts'
import { recordSentence } from './record-sentence.ts'
import { feedSignalIds, type FeedSubject } from './feed-store.ts'
import { openPageCache } from './page-cache.ts'
import type { Readers } from './readers.ts'
import { listedPersonNamed, newestAbout, signalsForVisitors } from './store.ts'
import { FEED_TYPES, type FeedContent, type FeedType, writeFeed } from './write-feed.ts'

/** The same time as for pages in shared caches, because the person may stop showing the record. */
const CACHE_CONTROL = 'public, max-age=60'
const CACHED_BYTES = 8 * 1024 * 1024
/** A ticker's feed is regenerated after this time, like its page. */
const TICKER_MS = 60_000

type FoundFeed = {
  key: string
  version: string
  isListed: boolean
  read: () => Promise<FeedContent>
}

export function feedRoutes(
  app: FastifyInstance,
  deps: Deps,
  readers: Pick<Readers, 'records' | 'outcomes' | 'tickers'>,
  limits: RateLimits,
  publicUrl: () => string,
): void {
  const cache = openPageCache(CACHED_BYTES)

  app.get<{ Params: { '*': string } }>('/feeds/*', async (request, reply) => {
    const [, subject = '', type = ''] = /^(.+)\.(xml|atom|json)$/.exec(request.params['*']) ?? []
    const found = await findFeed(subject)
    if (found === undefined) throw new Problem('not_found')
    if (typeof found === 'string')
      return await reply.header('cache-control', CACHE_CONTROL).redirect(`${found}.${type}`, 301)
    const feedType = type as FeedType
    const bytes = await cache.get(`${found.key} ${type}`, found.version, async () => {
      limits.count(clientAddress(request))
      return Buffer.from(await writeFeed(await found.read(), feedType, publicUrl()))
    })
    if (!found.isListed) void reply.header('x-robots-tag', 'noindex')
    return await send(reply, feedType, bytes)
  })

  async function findFeed(subject: string): Promise<FoundFeed | string | undefined> {
    if (subject.startsWith('@')) return await personFeed(subject.slice(1))
    return subject.startsWith('t/') ? await tickerFeed(subject.slice(2)) : undefined
  }

  async function personFeed(name: string): Promise<FoundFeed | string | undefined> {
    const person = looksLikeUsername(name) ? await listedPersonNamed(deps, name) : undefined
    if (!person?.isShown) return undefined
    const { username } = person
    if (username !== name) return `/feeds/@${username}`
    return {
      key: `person ${person.id}`,
      version: `${person.version} ${person.isRated}`,
      isListed: person.isRated,
      read: async () => {
        const [record, list] = await Promise.all([
          readers.records.person(null, username),
          signalsOf({ userId: person.id }),
        ])
        return {
          title: `@${username} · ${PRODUCT_NAME}`,
          description: recordSentence(rankings.person.reply.parse(record)),
          page: `/@${username}`,
          feed: `/feeds/@${username}`,
          since: person.createdAt,
          ...list,
        }
      },
    }
  }

  async function tickerFeed(text: string): Promise<FoundFeed | string | undefined> {
    const ticker = normalTicker(text)
    if (ticker === null) return undefined
    const [name, newest] = await Promise.all([readers.tickers.nameOf(ticker), newestAbout(deps, ticker)])
    if (name === undefined && !newest?.at) return undefined
    const path = encodeURIComponent(ticker)
    if (ticker !== text) return `/feeds/t/${path}`
    const bucket = Math.floor(deps.clock.now().getTime() / TICKER_MS)
    return {
      key: `ticker ${ticker}`,
      version: `${newest?.at?.toISOString() ?? ''} ${newest?.isFound ?? false} ${bucket}`,
      isListed: newest?.isFound ?? false,
      read: async () => ({
        title: `$${ticker} · ${PRODUCT_NAME}`,
        description: `Free signals about $${ticker}, and how each one did.`,
        page: `/t/${path}`,
        feed: `/feeds/t/${path}`,
        since: newest?.at ?? new Date(0),
        ...(await signalsOf({ ticker })),
      }),
    }
  }

  async function signalsOf(subject: FeedSubject): Promise<Pick<FeedContent, 'signals' | 'outcomes'>> {
    const ids = await feedSignalIds(deps, subject)
    const [rows, outcomes] = await Promise.all([signalsForVisitors(deps, ids), readers.outcomes(ids)])
    return {
      signals: rows.map((row) => Signal.parse(signalView(row, STRANGER))),
      outcomes: outcomes.map((outcome) => SignalOutcome.parse(outcome)),
    }
  }
}

const send = (reply: FastifyReply, type: FeedType, bytes: Buffer) =>
  reply
    .type(`${FEED_TYPES[type]}; charset=utf-8`)
    .header('cache-control', CACHE_CONTROL)
    // For feed readers that run in browsers.
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('access-control-allow-origin', '*')
    .send(bytes)
