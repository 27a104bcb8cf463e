// API v2 lists, paginated by URL.
import { limitOf } from './lists.ts'

export type V2Page<T> = { data: T[]; next_page_url: string | null; previous_page_url: string | null }

/** `page` is an opaque token. */
export function v2Page<T>(
  url: string,
  all: T[],
  params: { limit?: number | undefined; page?: string | undefined },
): V2Page<T> {
  const limit = limitOf(params.limit ?? 20)
  const start = params.page ? Number(params.page.replace(/^page_/, '')) || 0 : 0
  const address = (at: number) => `${url}${url.includes('?') ? '&' : '?'}limit=${limit}&page=page_${at}`
  return {
    data: all.slice(start, start + limit),
    next_page_url: start + limit < all.length ? address(start + limit) : null,
    previous_page_url: start > 0 ? address(Math.max(0, start - limit)) : null,
  }
}
