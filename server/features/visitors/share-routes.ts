// Serves the pictures of links to public pages: /share/record/maya.png, /share/outcome/{id}.png, /share/ticker/ASML.png
// and /share/page/discover.png. Redirects to the product's picture if visitors may not see the page.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Box, renderImage } from '#server/adapters/render-image.ts'
import type { Deps } from '#server/deps.ts'
import { signalView } from '#server/features/signals/views.ts'
import { personById, personByName } from '#server/features/users/store.ts'
import { userView } from '#server/features/users/views.ts'
import { STRANGER } from '#server/features/users/visibility.ts'
import { clientAddress, type RateLimits } from '#server/http/rate-limits.ts'
import { PAGE_TITLES, type TitledPage, tickerTitle } from '#shared/page-titles.ts'
import { rankings } from '#shared/contracts/rankings.ts'
import { scores } from '#shared/contracts/scores.ts'
import { Signal } from '#shared/contracts/signals.ts'
import { User } from '#shared/contracts/users.ts'
import { Problem } from '#shared/problems.ts'
import { drawOutcomeShare, drawRecordShare, drawTitleShare } from './draw-share.ts'
import { findPage } from './find-page.ts'
import { openPageCache } from './page-cache.ts'
import type { Readers } from './readers.ts'
import { outcomePicture, recordPicture } from './share-text.ts'
import { logEntriesOf, signalsForVisitors } from './store.ts'

/** Five minutes, because a person may stop showing the record. The address changes with the picture (`?v=`). */
const CACHE_CONTROL = 'public, max-age=300'
const CACHED_BYTES = 8 * 1024 * 1024
const PRODUCT = '/share/signalpost.png'
/** The page that each kind of picture is for. */
const PAGE_OF: Record<string, (name: string) => string> = {
  record: (name) => `/@${name}`,
  outcome: (name) => `/s/${name}`,
  ticker: (name) => `/t/${name}`,
  page: (name) => `/${name}`,
}

export function shareRoutes(app: FastifyInstance, deps: Deps, readers: Readers, limits: RateLimits): void {
  const cache = openPageCache(CACHED_BYTES)

  for (const [kind, pageOf] of Object.entries(PAGE_OF))
    app.get<{ Params: { file: string } }>(`/share/${kind}/:file`, async (request, reply) => {
      const [, name] = /^(.+)\.png$/.exec(request.params.file) ?? []
      if (name === undefined) throw new Problem('not_found')
      return await answer(request, reply, kind, { name, path: pageOf(encodeURIComponent(name)) })
    })

  type Asked = { name: string; path: string }

  async function answer(request: FastifyRequest, reply: FastifyReply, kind: string, { name, path }: Asked) {
    const found = await findPage(deps, readers, path, new URLSearchParams())
    void reply.header('cache-control', CACHE_CONTROL)
    if (found === undefined || found === 'landing') return await reply.redirect(PRODUCT, 302)
    if ('redirect' in found) {
      const [, , last = found.redirect.slice('/@'.length)] = found.redirect.split('/')
      return await reply.redirect(`/share/${kind}/${last}.png`, 302)
    }
    if (found.picture === undefined) return await reply.redirect(PRODUCT, 302)
    const bytes = await cache.get(found.key, found.version, async () => {
      limits.count(clientAddress(request))
      return await draw(kind, name)
    })
    return (
      reply
        .type('image/png')
        // Other sites embed the picture.
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(bytes)
    )
  }

  async function draw(kind: string, name: string): Promise<Buffer> {
    if (kind === 'outcome') return await drawSignal(name)
    return await renderImage(
      kind === 'record'
        ? await recordBox(name)
        : kind === 'ticker'
          ? await tickerBox(name)
          : drawTitleShare(PAGE_TITLES[name as TitledPage].title, PAGE_TITLES[name as TitledPage].text),
    )
  }

  async function recordBox(username: string): Promise<Box> {
    const record = rankings.person.reply.parse(await readers.records.person(null, username))
    const row = await personByName(deps, STRANGER, username)
    if (!row) throw new Problem('not_found')
    const person = User.parse(userView(row))
    const { first = null, last = null } = (await logEntriesOf(deps, person.id)) ?? {}
    const entries = first === null || last === null ? null : { first, last }
    const isSample = record.sample || deps.market.isSample
    return drawRecordShare(person, recordPicture(record, entries), isSample ? ['Sample prices'] : [])
  }

  async function tickerBox(ticker: string): Promise<Box> {
    const name = (await readers.tickers.nameOf(ticker)) ?? ticker
    return drawTitleShare(
      tickerTitle({ ticker, name }),
      `What people posted on $${ticker} and how each signal did, losers too, next to SPY over the same days.`,
    )
  }

  /** Shows the signal itself as long as there is no result. */
  async function drawSignal(id: string): Promise<Buffer> {
    const [row] = await signalsForVisitors(deps, [id])
    if (!row) throw new Problem('not_found')
    const signal = Signal.parse(signalView(row, STRANGER))
    const [record, score, person] = await Promise.all([
      readers.records.person(null, signal.author.username),
      readers.score(id),
      personById(deps, STRANGER, row.userId),
    ])
    const picture =
      person && outcomePicture(signal, scores.signal.reply.parse(score), rankings.person.reply.parse(record))
    return picture
      ? await renderImage(drawOutcomeShare(User.parse(userView(person)), picture))
      : await readers.signalPicture(id)
  }
}
