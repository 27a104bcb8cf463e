// Shares a page that the server rendered, without React: the share sheet of the device, or the copied link.
const MESSAGE_MS = 4000

/** For clicks anywhere on the page. */
export function onShare({ target }: Event): void {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-share]') : null
  if (button) void share(button)
}

async function share({ dataset }: HTMLElement): Promise<void> {
  const url = new URL(dataset.share ?? '', location.origin).href
  try {
    if ('share' in navigator) await navigator.share({ title: dataset.title ?? document.title, url })
    else {
      await (navigator as Navigator).clipboard.writeText(url)
      say('Link copied')
    }
  } catch (error) {
    // The person closed the sheet.
    if ((error as Error).name !== 'AbortError') say(url)
  }
}

/** Empty until there is something to say, so that screen readers announce the change. */
function say(text: string): void {
  const place = document.getElementById('said') ?? document.createElement('p')
  place.id = 'said'
  place.className = 'landing-error'
  place.role = 'status'
  place.textContent = ''
  document.body.append(place)
  requestAnimationFrame(() => {
    place.textContent = text
  })
  setTimeout(() => {
    if (place.textContent === text) place.textContent = ''
  }, MESSAGE_MS)
}
