// The parts of the allocation bar and table.
import { expect, test } from 'vitest'
import { allocationOf, owedText } from '#web/features/portfolio/weights.ts'

const held = (...weights: string[]) =>
  weights.map((weight, place) => ({
    id: String(place),
    ticker: `T${place}`,
    companyName: '',
    percentReturn: '+0.0%',
    weight,
    spark: [],
    noPriceSince: null,
  }))
const said = (weights: string[], cash: string | null) =>
  allocationOf(held(...weights), cash).map(({ name, percent }) => `${name} ${percent.toFixed(1)}`)

test('cash is a part among the others, the largest part first', () => {
  expect(said(['38.0%', '9.8%'], '52.2%')).toEqual(['Cash 52.2', 'T0 38.0', 'T1 9.8'])
  expect(said(['38.0%', '62.0%'], null)).toEqual(['T1 62.0', 'T0 38.0'])
})

test('cash keeps its own part when small holdings are combined', () => {
  const twelve = Array.from({ length: 12 }, (_, place) => `${12 - place}.0%`)
  const parts = said(twelve, '22.0%')
  expect(parts).toHaveLength(10)
  expect([parts[0], parts.at(-1)]).toEqual(['Cash 22.0', '4 others 10.0'])
  expect(said(twelve, '0.1%').slice(-2)).toEqual(['Cash 0.1', '4 others 10.0'])
  expect(said(twelve, null)).toHaveLength(10)
  expect(said(twelve, null).at(-1)).toBe('3 others 6.0')
})

test('debts are not a part, and a note says that the others exceed the whole', () => {
  const parts = allocationOf(held('100.0%', '50.0%', '-20.0%'), '-30.0%')
  expect(parts.map(({ name }) => name)).toEqual(['T0', 'T1'])
  expect(owedText(parts)).toBe(
    'Together 150.0% of the account’s value: shares sold short and borrowed cash, 50.0%, are owed.',
  )
  expect(owedText(allocationOf(held('33.4%', '33.3%'), '33.3%'))).toBeUndefined()
})

test('without holdings or weights the chart is empty', () => {
  expect(said([], '100.0%')).toEqual([])
  expect(said([''], null)).toEqual([])
})
