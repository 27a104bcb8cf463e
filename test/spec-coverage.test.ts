// Every line of the specification has a test that proves it, and docs/spec-coverage.md says which.
import { expect, test } from 'vitest'
import { faultsOf, pageOf, readPage } from './spec/page.ts'
import { proof, row } from './spec/row.ts'
import { SECTIONS } from './spec/sections.ts'

const rows = SECTIONS.flatMap((section) => section.rows)
const faultsIn = (...tests: string[]) =>
  faultsOf([{ at: '0', title: 'Nothing', rows: [row('It is so', ...tests)] }])

test('every row names a test, and every test that is named exists', () => {
  expect(faultsOf(SECTIONS)).toEqual([])
})

test('a row without a test, and one whose test or case or file is gone, is a fault', () => {
  const ages = proof('features/signals/age')
  expect(faultsIn(ages('%s seconds ago is "%s"', '3599'))).toEqual([])
  expect(faultsIn()).toEqual(['0. Nothing › It is so: no test is named'])
  expect(faultsIn(ages('it is never said'))).toEqual([
    '0. Nothing › It is so: features/signals/age has no test "it is never said"',
  ])
  expect(faultsIn(ages('%s seconds ago is "%s"', 'never'))).toEqual([
    '0. Nothing › It is so: features/signals/age has no case "never"',
  ])
  expect(faultsIn(proof('features/gone')('it is so'))).toEqual([
    '0. Nothing › It is so: there is no file features/gone',
  ])
})

test('what nothing proves is exactly this', () => {
  const open = rows.flatMap((one) => (one.open === undefined ? [] : [`${one.says}: ${one.open}`]))
  expect(open).toEqual([])
})

test('every section of the specification has rows, and no row is there twice', () => {
  expect([...new Set(SECTIONS.map(({ at }) => at))]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  expect(SECTIONS.filter((section) => section.rows.length === 0)).toEqual([])
  const all = SECTIONS.flatMap(({ title, rows: those }) => those.map(({ says }) => `${title}: ${says}`))
  expect(all.filter((one, place) => all.indexOf(one) !== place)).toEqual([])
})

test('docs/spec-coverage.md is what the rows make', () => {
  expect(readPage()).toBe(pageOf(SECTIONS))
})
