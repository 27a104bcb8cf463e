// The metadata of a page for visitors: its title, its description, and its data for search engines (schema.org).
import { rankings } from '#shared/contracts/rankings.ts'
import { Signal } from '#shared/contracts/signals.ts'
import { scores } from '#shared/contracts/scores.ts'
import { Statements } from '#shared/contracts/statements.ts'
import { TickerCalls } from '#shared/contracts/tickers.ts'
import { User } from '#shared/contracts/users.ts'
import { PAGE_TITLES, tickerTitle } from '#shared/page-titles.ts'
import { PRODUCT_NAME, TAGLINE } from '#shared/product.ts'
import { newYorkTime } from '#web/lib/money-and-dates.ts'
import { callOf } from '#shared/rules/call-text.ts'
import { hiddenText } from '#shared/rules/hidden-text.ts'
import { nameOf } from '#shared/rules/people.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { leadText } from '#shared/rules/rating-text.ts'
import type { RenderedPage, VisitorFrame, VisitorPage } from '#shared/visitor-page.ts'
import { booksOf, countsText, shownFigures } from '#web/features/record/format.ts'
import { labelText } from '#shared/rules/rating-label.ts'
import { printedDifference } from '#shared/rules/printed-difference.ts'
import { hasDay, marketReturn, marketText } from '#shared/rules/market-text.ts'
import { statementsTitle } from '#web/features/record/statements-list.tsx'
import { publicPaths } from '#web/public-paths.ts'
import { MISSING } from '#web/screens/public/missing-page.tsx'
import { callsText } from '#web/screens/public/ticker-page.tsx'

type About = Omit<RenderedPage, 'body'>

/** Search engines and link previews cut longer ones. */
const DESCRIPTION_MAX = 200

export function aboutPage(page: VisitorPage, { publicUrl }: VisitorFrame): About {
  const titled = (title: string, description: string, data: object | null = null): About => ({
    title: `${title} · ${PRODUCT_NAME}`,
    description: shortened(description),
    data: data && { '@context': 'https://schema.org', ...data },
  })
  switch (page.kind) {
    case 'record':
      return titled(
        `${oneLine(nameOf(page.person))} (@${page.person.username}): every trade, losers too`,
        recordText(page.record),
        {
          '@type': 'ProfilePage',
          url: publicUrl + publicPaths.person(page.person.username),
          dateCreated: page.person.createdAt,
          mainEntity: personData(page.person, publicUrl),
        },
      )
    case 'signal': {
      const signal = Signal.parse(page.signal)
      const url = publicUrl + publicPaths.signal(signal.id)
      return titled(
        `${callOf(signal)} by @${page.person.username}, ${newYorkTime(signal.createdAt)}`,
        signalText(signal, page.score),
        {
          '@type': 'SocialMediaPosting',
          url,
          headline: `${callOf(signal)} by @${page.person.username}`,
          datePublished: page.signal.createdAt,
          ...(signal.content !== undefined && { articleBody: signal.content }),
          author: personData(page.person, publicUrl),
        },
      )
    }
    case 'statements': {
      const list = Statements.parse(page.list)
      return titled(
        statementsTitle(list),
        `What @${list.author.username} published about $${list.ticker}, with what was disclosed and how it did.`,
      )
    }
    case 'ticker':
      return titled(tickerTitle(page.ticker), callsText(TickerCalls.parse(page.calls)), {
        '@type': 'CollectionPage',
        url: publicUrl + publicPaths.ticker(page.ticker.ticker),
        name: `Signals on $${page.ticker.ticker}`,
      })
    case 'discover':
      return titled(PAGE_TITLES.discover.title, PAGE_TITLES.discover.text, {
        '@type': 'CollectionPage',
        url: `${publicUrl}/discover`,
        name: PAGE_TITLES.discover.title,
      })
    case 'log':
    case 'method':
    case 'verify':
    case 'rules':
    case 'transparency': {
      const { title, text } = PAGE_TITLES[page.kind]
      return titled(title, text, { '@type': 'WebPage', url: `${publicUrl}/${page.kind}`, name: title })
    }
    case 'document':
      return titled(page.title, page.description, {
        '@type': 'WebPage',
        url: `${publicUrl}/${page.name}`,
        name: page.title,
      })
    case 'record-embed':
      return titled(`Record of @${page.person.username}`, recordText(page.record))
    case 'signal-embed': {
      const signal = Signal.parse(page.signal)
      return titled(`${callOf(signal)} by @${page.person.username}`, signalText(signal, page.score))
    }
    case 'missing':
    case 'missing-embed':
      return titled(MISSING[page.what].title, MISSING[page.what].text)
    case 'landing':
      return {
        title: `${PRODUCT_NAME}: ${TAGLINE}`,
        description: '',
        data: {
          '@context': 'https://schema.org',
          '@type': 'WebSite',
          url: `${publicUrl}/`,
          name: PRODUCT_NAME,
        },
      }
  }
}

type PersonWire = Extract<VisitorPage, { kind: 'record' }>['person']

const personData = (person: PersonWire, publicUrl: string) => {
  const { username, bio } = User.parse(person)
  return {
    '@type': 'Person',
    name: oneLine(nameOf(person)),
    alternateName: username,
    identifier: username,
    url: publicUrl + publicPaths.person(username),
    ...(bio !== null && { description: bio }),
  }
}

/** "Likely skill: +11.5% a year ahead of the market, likely +7% to +16%. 58 signals since …", without a figure if unrated. */
export function recordText(wire: Extract<VisitorPage, { kind: 'record' }>['record']): string {
  const record = rankings.person.reply.parse(wire)
  const [{ rating } = { rating: null }] = booksOf(record)
  const figures = rating && shownFigures(rating)
  const lead = figures ? `: ${leadText(figures)}` : ''
  return `${labelText(rating)}${lead}. ${countsText(record)}`
}

/** The result with the market beside it, then the text. */
function signalText(
  { content, hidden, hiddenAt }: Signal,
  wire: Extract<VisitorPage, { kind: 'signal' }>['score'],
): string {
  const score = scores.signal.reply.parse(wire)
  const text = hidden ? hiddenText(hidden, hiddenAt) : oneLine(content ?? '')
  if (!hasDay(score) || score.return === null || score.benchmark === null) return text
  const ahead = printedDifference(score.return, marketReturn(score))
  return `${percentOf(score.return)}, ${marketText(score)}: ${ahead} against the market. ${text}`
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

function shortened(text: string): string {
  const characters = [...text]
  return characters.length <= DESCRIPTION_MAX ? text : `${characters.slice(0, DESCRIPTION_MAX - 1).join('')}…`
}
