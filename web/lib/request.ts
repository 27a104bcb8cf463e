// One HTTP request with the session cookie; knows nothing of the contract.
import { ApiError, OfflineError } from './api-error.ts'

/** Throws `ApiError` for an error status and `OfflineError` if there is no response. */
export async function request(path: string, method = 'GET', body?: unknown): Promise<Response> {
  let response: Response
  try {
    response = await fetch(path, {
      method,
      credentials: 'include',
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
  } catch {
    throw new OfflineError()
  }
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
  return response
}
