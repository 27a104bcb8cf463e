// Keeps what stands beside a page from being fetched before the page's own content.
const AFTER_MS = 300

/** Resolves once the page's own content is most likely on the screen. */
export const whenShown = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, AFTER_MS))
