// The words other sites show of a link, and how they get into the page.
import { describe, expect, test } from 'vitest'
import { sharedPerson, sharedSignal } from '#server/features/sharing/views.ts'
import { drawable } from '#server/outside/draw-picture.ts'
import { headOf, PRODUCT_PREVIEW } from '#server/http/page-head.ts'
import type { Picture } from '#shared/contracts/portfolio.ts'

const person = {
  id: '00000000-0000-4000-8000-000000000001',
  username: 'ada',
  displayName: 'Ada Lovelace',
  bio: null,
  isCreator: true,
} as Parameters<typeof sharedPerson>[0]
const picture = {
  trust: { kind: 'imported', broker: 'Schwab', at: new Date('2026-11-12T10:00:00Z'), isLinked: false },
  since: '2025-03-03',
  performance: '+18.4%',
  hasSamplePrices: false,
} as Picture

describe('A return goes with where it comes from', () => {
  test.each([
    ['a file', {}, '+18.4% since Mar 3, 2025 (Imported Nov 12, 2026).'],
    ['a linked account', { trust: { ...picture.trust, kind: 'live', isLinked: true } }, '(Live Data).'],
    [
      'a connection that stopped working',
      {
        trust: {
          ...picture.trust,
          kind: 'stopped',
          isLinked: true,
          until: new Date('2026-06-02T08:00:00Z'),
        },
      },
      '(Connected until Jun 2, 2026).',
    ],
    ['made-up prices', { hasSamplePrices: true }, '(Sample data).'],
    ['a sample account', { trust: { ...picture.trust, kind: 'sample', isLinked: true } }, '(Sample data).'],
  ] as const)('%s', (_name, change, words) => {
    const { preview, card } = sharedPerson(person, { ...picture, ...change })
    expect(preview.description).toContain(words)
    expect(preview.pictureSays).toContain(words)
    expect(JSON.stringify(card)).not.toContain('Schwab')
  })

  test('without a portfolio no return is claimed', () => {
    const { preview, card } = sharedPerson(person, null)
    expect(preview.description).toBe('Trades and signals of @ada, next to a record nobody can edit.')
    expect(card).toMatchObject({ figures: null })
  })
})

describe('Words of strangers', () => {
  test('cannot leave the attribute they stand in', () => {
    const evil = '"><script>alert(1)</script>&'
    const head = headOf(
      { ...PRODUCT_PREVIEW, title: evil, description: evil },
      'https://x.example',
      `/${evil}`,
    )
    expect(head).not.toContain('<script')
    expect(head).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;')
  })

  test('are one line, without marks that turn what stands beside them around', () => {
    const row = { ...person, bio: 'One\n\ntwo \u202Ethree\u0000' }
    expect(sharedPerson(row, null).preview.description).toBe('One two three')
  })

  test('are cut between words', () => {
    const signal = {
      id: person.id,
      user_id: person.id,
      username: 'ada',
      content: 'word '.repeat(200),
      signal_type: 'buy',
      tickers: null,
      intent: null,
      created_at: new Date('2026-11-12T10:00:00Z'),
    } as Parameters<typeof sharedSignal>[0]
    const { description } = sharedSignal(signal).preview
    expect(description).toMatch(/^(word )+word… Not an investment recommendation\./)
    expect(description.length).toBeLessThan(280)
  })

  test('are drawn as far as the typeface has their letters', () => {
    expect(drawable('Zoë  Ελένη Анна 日本 🚀 $5\n+3%')).toBe('Zoë Ελένη Анна $5 +3%')
  })
})
