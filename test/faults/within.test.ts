// Every wait of a drill times out, and its error names what it waited for.
import { expect, test } from 'vitest'
import { within } from '#tools/drills/within.ts'

test('a result or an error in time is passed on', async () => {
  expect(await within(5, 'It', Promise.resolve(7))).toBe(7)
  await expect(within(5, 'It', Promise.reject(new Error('Broken')))).rejects.toThrow('Broken')
})

test('a wait that never ends fails with an error that names it', async () => {
  const never = new Promise(() => {})
  await expect(within(0.05, 'The end of the product', never)).rejects.toThrow(
    'The end of the product took longer than 0.05 s',
  )
})
