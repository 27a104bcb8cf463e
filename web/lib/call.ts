// The typed API client: `call` calls any endpoint of the contract, `callPage` reads one page of a list.
import type { Endpoint, Reply, Request } from '#shared/endpoint.ts'
import { isReauthenticationRequired } from './api-error.ts'
import { decodeReply } from './decode-reply.ts'
import { confirmIdentity } from './reauthentication.ts'
import { request } from './request.ts'

type Args<E extends Endpoint> = keyof Request<E> extends never ? [] : [input: Request<E>]
type Parts = {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
}

/** If the person has to confirm their identity first, repeats the call afterwards. */
async function send(
  endpoint: Endpoint,
  { params = {}, query = {}, body }: Parts,
  etag?: string,
): Promise<Response> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  ).toString()
  const once = () => request(search ? `${path}?${search}` : path, endpoint.method, body, etag)
  try {
    return await once()
  } catch (error) {
    if (!isReauthenticationRequired(error) || !(await confirmIdentity())) throw error
    return await once()
  }
}

/** Calls an endpoint and decodes the reply. Throws `ApiError` and `OfflineError`. */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: Args<E>): Promise<Reply<E>> {
  const response = await send(endpoint, input ?? {})
  return decodeReply(endpoint.reply, await response.json()) as Reply<E>
}

/** `etag`: the tag of the response, if it has one. */
export type ListPage<Item> = { items: Item[]; next: string | undefined; etag?: string | undefined }
type PageOf<E extends Endpoint> = ListPage<Reply<E> extends (infer Item)[] ? Item : never>

/**
 * Reads one page of a list. `next` is the cursor of the next page, from the `Link` header (spec answer 22). Returns
 * `known`, an earlier reply to the same call, if nothing has changed.
 */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  input: Request<E>,
  known?: PageOf<E>,
): Promise<PageOf<E>> {
  const response = await send(endpoint, input, known?.etag)
  if (response.status === 304 && known) return known
  const link = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  const next =
    link === undefined ? undefined : (new URL(link, location.origin).searchParams.get('cursor') ?? undefined)
  const etag = response.headers.get('etag') ?? undefined
  return { items: decodeReply(endpoint.reply, await response.json()) as never, next, etag }
}
