// The devices that subscribe to push: once each, with the keys of a known push service, ten for a person.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { push } from '#shared/contracts/push.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { addPhone } from './phones.ts'

let server: TestServer
let rosa: Browser
let phone: Awaited<ReturnType<typeof addPhone>>

beforeAll(async () => {
  server = await startServer({ sequencer: false, push: false })
  await buildPeople(server.deps, { theo: creator(), rosa: member() })
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.deps.db.deleteFrom('pushDevices').execute()
  rosa = await server.signIn('rosa')
  phone = await addPhone(server, rosa)
})
const devices = () => rosa.call(push.devices)

test('a browser that subscribes again is one device, and its endpoint moves to the next person who subscribes with it', async () => {
  const again = await addPhone(server, rosa, { showsText: true })
  expect(await devices()).toMatchObject([{ id: again.device.id, showsText: true }])
  const theo = await server.signIn('theo')
  const key = await theo.call(push.key)
  await theo.call(push.addDevice, {
    body: { endpoint: again.endpoint, keys: again.keys, number: key.number },
  })
  expect(await devices()).toEqual([])
  expect(await theo.call(push.devices)).toMatchObject([{ showsText: false }])
})

test.each([
  ['https://push.example.com/1', 'We don’t know this browser’s push service'],
  ['http://fcm.googleapis.com/1', 'We don’t know this browser’s push service'],
  ['https://fcm.googleapis.com.evil.example/1', 'We don’t know this browser’s push service'],
  ['https://user@fcm.googleapis.com/1', 'We don’t know this browser’s push service'],
  ['https://127.0.0.1/1', 'We don’t know this browser’s push service'],
  ['nowhere', 'The endpoint must be an address'],
])('the endpoint %s is refused', async (endpoint, message) => {
  const { keys, device } = phone
  expect(
    await rosa.send('POST', '/api/push-devices', { endpoint, keys, number: device.number }),
  ).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } })
})

test('keys that aren’t a browser’s, an old key of ours and an eleventh device are refused', async () => {
  const { keys, device, endpoint } = phone
  const add = (body: object, browser = rosa) =>
    browser.send('POST', '/api/push-devices', { endpoint, keys, number: device.number, ...body })
  const broken = {
    ...keys,
    p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url'),
  }
  expect(await add({ keys: broken })).toMatchObject({ status: 400 })
  expect(await add({ keys: { ...keys, auth: 'short' } })).toMatchObject({ status: 400 })
  expect(await add({ number: 7 })).toMatchObject({ status: 409 })
  for (let n = 1; n < 10; n += 1) await addPhone(server, await server.signIn('rosa'))
  const { endpoint: eleventh, keys: others } = server.phones.subscribe()
  expect(await add({ endpoint: eleventh, keys: others }, await server.signIn('rosa'))).toMatchObject({
    status: 409,
  })
  expect(await rosa.call(push.removeDevice, { params: { id: device.id } })).toEqual({ removed: true })
  expect(await rosa.call(push.removeDevice, { params: { id: device.id } })).toEqual({ removed: false })
})
