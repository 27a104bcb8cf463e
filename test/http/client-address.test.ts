// Which addresses rate limits count together: an IPv4 address by itself, an IPv6 address with its whole /64.
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { clientAddress } from '#server/http/rate-limits.ts'

const of = (ip: string) => clientAddress({ ip } as FastifyRequest)

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2'],
  ['2001:db8:1::1', '2001:db8:1:0'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1'],
  ['2001:db8::', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s counts as %s', (ip, counted) => {
  expect(of(ip)).toBe(counted)
})

test('addresses in the same /64 count as one, addresses in different ones don’t', () => {
  expect(of('2001:db8:1:2::1')).toBe(of('2001:db8:1:2:a:b:c:d'))
  expect(of('2001:db8:1:2::1')).not.toBe(of('2001:db8:1:3::1'))
})
