// The text that other sites show for a link, and the tags that contain it.
import { describe, expect, test } from 'vitest'
import { sharedPerson, sharedSignal } from '#server/features/sharing/views.ts'
import { renderableText } from '#server/adapters/render-image.ts'
import { headTags, PRODUCT_PREVIEW } from '#server/http/head-tags.ts'
import type { PerformanceSummary } from '#shared/contracts/portfolio.ts'

const PORTFOLIO = {
  performance: '+18.4%',
  source: 'self_reported',
  linkedSince: null,
  moneyWeighted: '+16.0%',
  record: { performance: '+18.4%', moneyWeighted: '+16.0%', areFlowsAssumed: false },
  lastBreak: null,
} as const
const person = {
  id: '00000000-0000-4000-8000-000000000001',
  username: 'ada',
  displayName: 'Ada Lovelace',
  bio: null,
  isCreator: true,
  portfolio: PORTFOLIO,
  stoppedAt: null,
} as Parameters<typeof sharedPerson>[0]
const picture = {
  trust: { kind: 'imported', broker: 'Schwab', at: new Date('2026-11-12T10:00:00Z'), isLinked: false },
  since: '2025-03-03',
  performance: '+18.4%',
} as PerformanceSummary

describe('A return is shown with its source', () => {
  test.each([
    ['a file', {}, null, '+18.4% (Self-reported, not verified) since Mar 3, 2025.'],
    ['a linked account', { source: 'linked', linkedSince: '2026-02-01' }, null, '+18.4% (Live Data) since'],
    [
      'a connection that stopped working',
      { source: 'linked', linkedSince: '2026-02-01' },
      new Date('2026-06-02T08:00:00Z'),
      '+18.4% (Connected until Jun 2, 2026) since',
    ],
    ['sample data', { source: 'sample' }, null, '+18.4% (Sample data) since'],
    [
      'a money-weighted return that differs',
      { record: { ...PORTFOLIO.record, moneyWeighted: '-6.5%' } },
      null,
      '(Self-reported, not verified) since Mar 3, 2025. -6.5% on the money itself (money-weighted).',
    ],
    [
      'a file without deposits',
      { record: { ...PORTFOLIO.record, areFlowsAssumed: true } },
      null,
      '(Self-reported, not verified) since Mar 3, 2025. Deposits assumed.',
    ],
  ] as const)('%s', (_name, change, stoppedAt, words) => {
    const row = { ...person, stoppedAt, portfolio: { ...PORTFOLIO, ...change } }
    const { preview, card } = sharedPerson(row, picture)
    expect(preview.description).toContain(words)
    expect(preview.imageAlt).toContain(words)
    expect(JSON.stringify(card)).not.toContain('Schwab')
  })

  test('and with all its doubts, which shorten a long bio or leave it out', () => {
    const doubts = [
      "3 of 40 trades are outside the market's range that day.",
      "Trades sit unusually close to each day's best price.",
      'Incomplete: 12 rows left out.',
      'Record restarted Nov 22, 2026.',
    ]
    const record = {
      ...PORTFOLIO.record,
      checks: {
        trades: { checked: 40, outside: 3, areNearBest: true },
        dividends: { checked: 0, unmatched: 0 },
      },
      completeness: {
        rowsLeftOut: 12,
        openingAdded: false,
        openingCash: null,
        isMargin: false,
        reconciledTo: null,
      },
    }
    const lastBreak = { kind: 'restarted', day: '2026-11-22' } as const
    const bio = 'I have traded for a long time and I will tell you about it. '.repeat(3)
    const doubtful = { ...person, bio, portfolio: { ...PORTFOLIO, record, lastBreak } }
    const { preview, card } = sharedPerson(doubtful, picture)
    const words = `+18.4% (Self-reported, not verified) since Mar 3, 2025. ${doubts.join(' ')}`
    expect(preview.description).toBe(words)
    expect(preview.imageAlt).toContain(words)
    expect(card).toMatchObject({ performance: { doubts: doubts.map((text) => text.slice(0, -1)) } })
    const { description } = sharedPerson({ ...person, bio }, picture).preview
    expect(description).toMatch(/since Mar 3, 2025\. I have traded .*…$/)
    expect(description.length).toBeLessThanOrEqual(200)
  })

  test('without a portfolio no return is shown', () => {
    const { preview, card } = sharedPerson(person, null)
    expect(preview.description).toBe('Signals of @ada. Nobody can edit or delete a signal.')
    expect(card).toMatchObject({ performance: null })
  })
})

describe('People’s text', () => {
  test('can’t escape from its attribute', () => {
    const evil = '"><script>alert(1)</script>&'
    const head = headTags(
      { ...PRODUCT_PREVIEW, title: evil, description: evil },
      'https://x.example',
      `/${evil}`,
      { canonical: `/${evil}`, username: evil, data: { name: evil, description: '</script><!--' } },
    )
    // The data of the page, in which every angle bracket is escaped.
    expect(head.match(/<script/g)).toHaveLength(1)
    expect(head.match(/<\/script/g)).toHaveLength(1)
    const [, data = ''] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(head) ?? []
    expect(JSON.parse(data)).toEqual({ name: evil, description: '</script><!--' })
    expect(head).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;')
  })

  test('is one line, without marks that change the text direction', () => {
    const row = { ...person, bio: 'One\n\ntwo \u202Ethree\u0000' }
    expect(sharedPerson(row, null).preview.description).toBe('One two three')
  })

  test('is cut between words', () => {
    const signal = {
      id: person.id,
      userId: person.id,
      username: 'ada',
      content: 'word '.repeat(200),
      signalType: 'buy',
      tickers: null,
      intent: null,
      createdAt: new Date('2026-11-12T10:00:00Z'),
    } as Parameters<typeof sharedSignal>[0]
    const { description } = sharedSignal(signal).preview
    expect(description).toMatch(/^(word )+word… Not an investment recommendation\./)
    expect(description.length).toBeLessThan(280)
  })

  test('is drawn without characters that the typeface lacks', () => {
    expect(renderableText('Zoë  Ελένη Анна 日本 🚀 $5\n+3%')).toBe('Zoë Ελένη Анна $5 +3%')
  })
})
