// What the page says about a corrected result, and about the end of a share.
import { expect, test } from 'vitest'
import { finalValueText, restatedText } from '#web/features/record/corrections-text.ts'
import type { Restatement } from '#shared/contracts/scores.ts'

const restated = (...causes: Restatement['causes']): Restatement => ({
  at: new Date('2026-03-03T14:00:00Z'),
  causes,
  asOf: '2026-02-27',
  return: '0.04200000',
  benchmark: '-0.01000000',
  excess: '0.05200000',
})
const close = (symbol: string) => ({ symbol, day: '2026-02-02', what: 'close' as const })
const BEFORE = 'was +4.2%, SPY −1.0%, as of Feb 27, 2026.'

test.each([
  [[close('NVDA')], 'the close of NVDA on Feb 2, 2026 was corrected'],
  [
    [close('NVDA'), { ...close('SPY'), what: 'dividend' as const }],
    'the close of NVDA on Feb 2, 2026 and the dividend of SPY on Feb 2, 2026 were corrected',
  ],
  [
    [close('NVDA'), close('SPY'), close('QQQ'), { ...close('A'), what: 'split' as const }],
    'the close of NVDA on Feb 2, 2026, the close of SPY on Feb 2, 2026 and 2 more were corrected',
  ],
  [
    [close('SPY'), { ...close('GONE'), what: 'final_value' as const }],
    'the final value of GONE became known',
  ],
  [[], 'prices were published late'],
])('the text names what was corrected, case %#', (causes, why) => {
  expect(restatedText(restated(...causes))).toBe(`Restated on Mar 3, 2026 because ${why}: ${BEFORE}`)
})

test('a final value names its source, even where prices aren’t shown', () => {
  const final = { day: '2026-05-29', value: '30.50', source: 'Form 8-K' }
  expect(finalValueText(final)).toBe(
    '$30.50 a share on May 29, 2026, set by an administrator. Source: Form 8-K',
  )
  expect(finalValueText({ ...final, value: null })).toBe(
    'On May 29, 2026, set by an administrator. Source: Form 8-K',
  )
})
