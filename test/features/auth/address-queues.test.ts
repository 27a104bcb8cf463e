// The queues in which the sign-ins of each address wait.
import { expect, test } from 'vitest'
import { openAddressQueues } from '#server/features/auth/address-queues.ts'

test('the sign-ins of one address run one after the other, and no other address waits for them', async () => {
  const queues = openAddressQueues()
  const first = Promise.withResolvers<string>()
  const began: string[] = []
  const all = [
    queues.run('192.0.2.1', () => first.promise),
    queues.run('192.0.2.1', async () => began.push('second of the same address')),
  ]
  await queues.run('192.0.2.2', async () => began.push('another address'))
  expect(began).toEqual(['another address'])
  first.resolve('done')
  await Promise.all(all)
  expect(began).toEqual(['another address', 'second of the same address'])
})

test('a failed sign-in lets the next one of its address through', async () => {
  const queues = openAddressQueues()
  const failed = queues.run('192.0.2.1', () => Promise.reject(new Error('wrong')))
  const next = queues.run('192.0.2.1', async () => 'done')
  await expect(failed).rejects.toThrow('wrong')
  await expect(next).resolves.toBe('done')
})

const refusal = { code: 'sign_in_busy', status: 503, retryAfterSeconds: 3 }

test('a queue holds 25 sign-ins, and more from this address are refused at once', async () => {
  const queues = openAddressQueues()
  const held = Promise.withResolvers<void>()
  const all = Array.from({ length: 25 }, () => queues.run('192.0.2.1', () => held.promise))
  await expect(queues.run('192.0.2.1', async () => 'done')).rejects.toMatchObject(refusal)
  held.resolve()
  await Promise.all(all)
  await expect(queues.run('192.0.2.1', async () => 'done')).resolves.toBe('done')
})

test('beyond 2,000 in all queues, only addresses without a queue get in', async () => {
  const queues = openAddressQueues()
  const held = Promise.withResolvers<void>()
  const all = Array.from({ length: 2000 }, (_, n) => queues.run(`address ${n % 100}`, () => held.promise))
  await expect(queues.run('address 7', async () => 'done')).rejects.toMatchObject(refusal)
  await expect(queues.run('a new address', async () => 'done')).resolves.toBe('done')
  held.resolve()
  await Promise.all(all)
})
