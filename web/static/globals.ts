// Stand-ins for what components read from the browser, for rendering without one. Set before they are imported.
const page = { dataset: {} as Record<string, string> }
/** The record that the landing page shows, as JSON. */
let landing = ''

Object.assign(globalThis, {
  location: { origin: '', pathname: '/', search: '', hash: '', href: '/' },
  document: {
    documentElement: page,
    getElementById: (id: string) => (id === 'landing-record' ? { textContent: landing } : null),
    querySelectorAll: () => [],
  },
})

/** The address and the server's settings, as the components of the page being rendered see them. */
export function setPage(frame: { origin: string; hasSamplePrices: boolean }, example: object | null): void {
  const { origin, hasSamplePrices } = frame
  landing = example === null ? '' : JSON.stringify(example)
  Object.assign(globalThis.location, { origin, href: `${origin}/` })
  page.dataset = hasSamplePrices ? { prices: 'sample' } : {}
}
