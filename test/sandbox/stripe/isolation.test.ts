// The sandbox imports nothing else, reads time in one file, and calculates to the cent.
import { expect, test } from 'vitest'
import { hasCheckSum } from '#tools/sandbox/stripe/cards.ts'
import { feeOf } from '#tools/sandbox/stripe/billing/collect-invoice.ts'
import { readForm } from '#tools/sandbox/stripe/form-body.ts'
import type { Subscription } from '#tools/sandbox/stripe/objects/subscriptions.ts'
import { sourceFiles } from '#test/source.ts'

const files = sourceFiles().filter(({ path }) => path.startsWith('tools/sandbox/stripe/'))

test('the sandbox imports only itself, the frame of all sandbox pages and Node', () => {
  expect(files.length).toBeGreaterThan(60)
  const foreign = files.flatMap(({ path, imports }) =>
    imports
      .filter(({ to }) => !/^(node:|tools\/sandbox\/(stripe\/|page-frame\.ts))/.test(to))
      .map(({ to }) => `${path} imports ${to}`),
  )
  expect(foreign).toEqual([])
})

test('only the clock reads time or randomness', () => {
  const pattern =
    /\bDate\.now\(|new Date\(\)|performance\.now\(|Math\.random|randomUUID|randomBytes|randomInt/
  const readers = files.filter(({ code }) => pattern.test(code)).map(({ path }) => path)
  expect(readers).toEqual(['tools/sandbox/stripe/clock.ts'])
})

test('the fee and the rest add up to the price, for every possible price', () => {
  for (const percent of [0, 2.5, 10, 12.3456, 15, 100]) {
    for (let cents = 500; cents <= 10_000; cents += 1) {
      const fee = feeOf({ application_fee_percent: percent } as Subscription, cents) ?? -1
      expect(Number.isInteger(fee) && fee >= 0 && fee <= cents).toBe(true)
      expect(Math.abs(fee - (cents * percent) / 100)).toBeLessThanOrEqual(0.5 + 1e-9)
    }
  }
  expect(feeOf({ application_fee_percent: 10 } as Subscription, 505)).toBe(51)
})

test.each([
  ['4242424242424242', true],
  ['4242424242424241', false],
  ['378282246310005', true],
  ['6011111111111117', true],
  ['0', true],
  ['1', false],
])('the Luhn check of %s gives %s', (number, isRight) => {
  expect(hasCheckSum(number)).toBe(isRight)
})

test.each([
  ['a=1&b[c]=2&b[d][e]=3', { a: '1', b: { c: '2', d: { e: '3' } } }],
  ['items[0][price]=x&items[1][price]=y', { items: { 0: { price: 'x' }, 1: { price: 'y' } } }],
  ['expand[]=a&expand[]=b', { expand: { 0: 'a', 1: 'b' } }],
  ['metadata[a b]=%C3%A9+%26', { metadata: { 'a b': 'é &' } }],
  ['odd[=1&[x]=2', { 'odd[': '1', '[x]': '2' }],
  ['a=1&a[b]=2', { a: { b: '2' } }],
])('the form %s is parsed', (text, value) => {
  expect(JSON.parse(JSON.stringify(readForm(text)))).toEqual(value)
})

test('JavaScript’s special property names are plain keys in a form', () => {
  const form = readForm('__proto__[polluted]=1&constructor[prototype][polluted]=1')
  expect(Object.keys(form)).toEqual(['__proto__', 'constructor'])
  expect({}).not.toHaveProperty('polluted')
})
