// A person who uploads a profile picture through the page's own calls.
import { member, buildPeople } from '#tools/demo/build-people.ts'
import type { TestServer } from '#test/server.ts'

export type Uploader = Awaited<ReturnType<typeof createUploader>>

/** Creates an account unless `person` is given, signs it in and returns its id with the calls for pictures. */
export async function createUploader(server: TestServer, username: string, person?: { id: string }) {
  const { deps } = server
  const { id } = person ?? (await buildPeople(deps, { [username]: member() }))[username]!
  const browser = await server.signIn(username)
  return {
    id,
    requestUpload: (terms: unknown) => browser.send('POST', '/api/objects/upload', terms),
    /** The URL to upload to. */
    async uploadUrl(terms: { contentType?: string; size?: number } | null = null) {
      const { body } = await browser.send('POST', '/api/objects/upload', terms)
      return (body as { uploadURL: string }).uploadURL
    },
    async setPicture(profileImageURL: string) {
      const { status, body } = await browser.send('PUT', '/api/profile-images', { profileImageURL })
      return { status, body: body as { objectPath?: string; code?: string; message?: string } }
    },
    async profileImageUrl() {
      const row = await deps.db
        .selectFrom('users')
        .select('profileImageUrl')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return row.profileImageUrl
    },
  }
}

/** PUTs a body to an upload URL, as the page does. */
export function put(url: string, body: Buffer | ReadableStream, contentType: string): Promise<Response> {
  return fetch(url, {
    method: 'PUT',
    body: body as BodyInit,
    headers: { 'content-type': contentType },
    duplex: 'half',
  } as RequestInit)
}
