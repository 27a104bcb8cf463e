// Caches rendered pages: a page is only rendered again when its version has changed.
export type StoredPage = { version: string; bytes: Buffer }

/** Enough for hundreds of compressed pages. */
const MAX_BYTES = 16 * 1024 * 1024

export function openPageCache(maxBytes = MAX_BYTES) {
  const pages = new Map<string, StoredPage>()
  /** Renderings in progress, so that many requests for a new version render it once. */
  const rendering = new Map<string, Promise<Buffer>>()
  let size = 0

  function drop(key: string): void {
    const page = pages.get(key)
    if (!page) return
    pages.delete(key)
    size -= page.bytes.length
  }

  function store(key: string, page: StoredPage): void {
    drop(key)
    pages.set(key, page)
    size += page.bytes.length
    // The first one is the least recently used.
    for (const oldest of pages.keys()) {
      if (size <= maxBytes) break
      drop(oldest)
    }
  }

  return {
    /** The page in this version, rendered if it isn't stored. A failed rendering isn't stored. */
    async get(key: string, version: string, render: () => Promise<Buffer>): Promise<Buffer> {
      const stored = pages.get(key)
      if (stored?.version === version) {
        pages.delete(key)
        pages.set(key, stored)
        return stored.bytes
      }
      const id = `${key}\n${version}`
      const running = rendering.get(id)
      if (running) return await running
      const rendered = render()
      rendering.set(id, rendered)
      try {
        const bytes = await rendered
        store(key, { version, bytes })
        return bytes
      } finally {
        rendering.delete(id)
      }
    },
    /** The number of stored bytes. */
    size: () => size,
  }
}
