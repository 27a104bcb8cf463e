// How recovery codes are stored.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, member, type Person } from '#tools/demo/build-people.ts'
import {
  newRecoveryCodes,
  recoveryCodesLeft,
  redeemRecoveryCode,
  storeRecoveryCodes,
} from '#server/features/auth/factors/recovery-codes.ts'
import { hashedToken } from '#server/http/session.ts'
import { startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let ada: Person
beforeAll(async () => {
  server = await startServer()
  ada = (await buildPeople(server.deps, { ada: member() })).ada
})
afterAll(() => server.stop())

test('each is hashed like a password, with a salt of its own', async () => {
  const { deps } = server
  const made = await newRecoveryCodes(deps, ada.id)
  await deps.db.transaction().execute((trx) => storeRecoveryCodes(trx, deps, ada.id, made))
  const rows = await deps.db
    .selectFrom('recoveryCodes')
    .select('codeHash')
    .where('userId', '=', ada.id)
    .execute()
  expect(new Set(rows.map(({ codeHash }) => codeHash.split('$')[4])).size).toBe(10)
  for (const { codeHash } of rows) expect(codeHash).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=1\$[^$]{22}\$/)
  const [first = ''] = made.codes
  const tries = [await redeemRecoveryCode(deps, ada.id, first), await redeemRecoveryCode(deps, ada.id, first)]
  expect(tries).toEqual([true, false])
  expect(await recoveryCodesLeft(deps.db, ada.id)).toBe(9)
})

test('one from before, stored as a keyed hash alone, still works once', async () => {
  const { deps } = server
  const codeHash = hashedToken(deps.config.sessionSecret, `recovery code ${ada.id} k3m9x0tqwz`)
  await deps.db
    .insertInto('recoveryCodes')
    .values({ userId: ada.id, codeHash, createdAt: deps.clock.now() })
    .execute()
  expect(await redeemRecoveryCode(deps, ada.id, 'k3m9x-0tqwy')).toBe(false)
  expect(await redeemRecoveryCode(deps, ada.id, 'k3m9x-0tqwz')).toBe(true)
  expect(await redeemRecoveryCode(deps, ada.id, 'k3m9x-0tqwz')).toBe(false)
})
