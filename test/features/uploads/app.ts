// The smallest server that takes pictures: problems, sessions, the upload routes and nothing else.
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { type Clock, systemClock } from '#server/clock.ts'
import type { Deps } from '#server/deps.ts'
import { uploadRoutes } from '#server/features/uploads/routes.ts'
import { openRateLimits } from '#server/http/rate-limits.ts'
import { simulatedMarket } from '#server/adapters/market/simulated.ts'
import { openSecrets } from '#server/secrets.ts'
import { openStripe } from '#server/adapters/stripe.ts'
import { handleErrors } from '#server/http/error-replies.ts'
import { server } from '#server/http/serve.ts'
import { startSession } from '#server/http/session.ts'
import { type DiskSettings, openDiskStorage } from '#server/adapters/storage/disk.ts'
import { serveDiskUploads } from '#server/adapters/storage/disk-uploads.ts'
import type { Storage } from '#server/adapters/storage/port.ts'
import { freshDatabase, openPatientDatabase } from '#test/database.ts'

export const log = pino({ level: 'silent' })

/** A clock that a test can set off; ids and tokens stay random. */
export function settableClock(): Clock & { pass(milliseconds: number): void } {
  let offset = 0
  return {
    ...systemClock,
    now: () => new Date(systemClock.now().getTime() + offset),
    pass: (milliseconds) => (offset += milliseconds),
  }
}

/** Nothing is posted here. */
const nobody = { trigger: () => {}, stop: async () => {} }

/**
 * The calls of the contract with a database of their own; `storage` is a bucket or else the disk at
 * `disk.dataDir`.
 */
export async function listenForPictures(disk: DiskSettings, storage: Storage = openDiskStorage(disk)) {
  const database = await freshDatabase()
  const { db, pool } = openPatientDatabase(database.url, log, 4)
  const config = { ...readConfig({ DATA_DIR: disk.dataDir }), rateLimits: false }
  const deps: Deps = {
    config,
    clock: disk.clock,
    db,
    pool,
    storage,
    log,
    market: simulatedMarket(),
    providers: [],
    secrets: openSecrets(config.brokers.encryptionKeys, disk.clock),
    stripe: openStripe(config.payments, null),
    mail: { send: async () => {} },
    signalDelivery: nobody,
  }
  const app = Fastify()
  handleErrors(app)
  await app.register(cookie)
  const limits = openRateLimits(deps)
  uploadRoutes(server(app, deps, limits, true), app, deps)
  serveDiskUploads(app, disk)
  app.post<{ Params: { id: string } }>('/sign-in/:id', async (request, reply) => {
    await startSession(deps, request, reply, request.params.id)
    return {}
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })

  /** Makes an account and returns its id with the calls it can make. */
  async function person(username: string) {
    const id = disk.clock.newId()
    const now = disk.clock.now()
    await db
      .insertInto('users')
      .values({
        id,
        username,
        email: `${username}@example.com`,
        password: '-',
        createdAt: now,
        updatedAt: now,
      })
      .execute()
    const signedIn = await fetch(`${origin}/sign-in/${id}`, { method: 'POST' })
    const headers = {
      cookie: signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '',
      'content-type': 'application/json',
    }
    return {
      id,
      cookie: headers.cookie,
      start: async (terms?: { contentType?: string; size?: number }) => {
        const reply = await fetch(`${origin}/api/objects/upload`, {
          method: 'POST',
          headers,
          body: JSON.stringify(terms ?? null),
        })
        return ((await reply.json()) as { uploadURL: string }).uploadURL
      },
      setPicture: async (profileImageURL: string) => {
        const body = JSON.stringify({ profileImageURL })
        const reply = await fetch(`${origin}/api/profile-images`, { method: 'PUT', headers, body })
        return {
          status: reply.status,
          body: (await reply.json()) as { objectPath?: string; code?: string; message?: string },
        }
      },
      profileImageUrl: async () =>
        (
          await db
            .selectFrom('users')
            .select('profileImageUrl')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
        ).profileImageUrl,
    }
  }

  return {
    origin,
    person,
    close: async () => {
      await app.close()
      await db.destroy()
      await database.drop()
    },
  }
}

/** PUTs a body to an upload address, as the page's uploader does. */
export function put(address: string, body: Buffer | ReadableStream, contentType: string): Promise<Response> {
  return fetch(address, {
    method: 'PUT',
    body: body as BodyInit,
    headers: { 'content-type': contentType },
    duplex: 'half',
  } as RequestInit)
}
