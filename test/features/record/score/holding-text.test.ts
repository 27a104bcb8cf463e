// What a signal's page says of the author's linked broker, in words.
import { expect, test } from 'vitest'
import type { HoldingFact, SignalScore } from '#shared/contracts/scores.ts'
import { holdingText } from '#web/features/record/page-outcome.tsx'

type Part = SignalScore['parts'][number]
const part = (ticker: string, fact?: HoldingFact, isSample = false) =>
  ({ ticker, ...(fact && { holding: { fact, isSample } }) }) as Part

test.each<[string, Part[], string | undefined]>([
  ['one ticker', [part('NVDA', 'held_before')], 'Linked broker: held before posting'],
  [
    'several, of which one isn’t known',
    [part('NVDA', 'bought_after'), part('AMD'), part('KO', 'none')],
    'Linked broker: $NVDA bought after posting, $KO no position',
  ],
  ['a sample', [part('KO', 'bought_same_day', true)], 'Sample broker: bought on the day of posting'],
  ['nothing known', [part('NVDA')], undefined],
])('%s', (_what, parts, text) => {
  expect(holdingText({ parts })?.replaceAll('\u00a0', ' ')).toBe(text)
})
