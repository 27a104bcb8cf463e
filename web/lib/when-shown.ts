// Delays fetching what is beside a page until after the page's own content.
const AFTER_MS = 300

/** Resolves once the page's own content is most likely on the screen. */
export const whenShown = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, AFTER_MS))
