// One HTTP request with the session cookie, independent of the contract.
import { ApiError, OfflineError } from './api-error.ts'

/**
 * After Back, Chrome serves the preloads of a page from its cache, regardless of their age. Requests then use another
 * credentials mode than the preloads (`include`), and so go to the server. For our own server, both modes are
 * equivalent.
 */
const isBackNavigation = performance
  .getEntriesByType('navigation')
  .some((entry) => (entry as PerformanceNavigationTiming).type === 'back_forward')

/**
 * Throws `ApiError` for an error status and `OfflineError` if there is no response. With the `etag` of an earlier
 * response, the response is a 304 without a body if nothing has changed.
 */
export async function request(
  path: string,
  method = 'GET',
  body?: unknown,
  etag?: string,
): Promise<Response> {
  let response: Response
  try {
    response = await fetch(path, {
      method,
      credentials: isBackNavigation ? 'same-origin' : 'include',
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      ...(etag !== undefined && { headers: { 'if-none-match': etag } }),
    })
  } catch {
    throw new OfflineError()
  }
  if (!response.ok && response.status !== 304)
    throw new ApiError(response.status, (await response.text()) || response.statusText)
  return response
}
