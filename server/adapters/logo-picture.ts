// The mark of the product, for pictures that `render-image.ts` renders.
import type { Box } from './render-image.ts'

/** A square of `side` pixels. `color`: the brand's in the theme of the picture. */
export const logoPicture = (side: number, color: string): Box => ({
  type: 'img',
  props: { src: source(color), width: side, height: side },
})

const source = (color: string) =>
  `data:image/svg+xml;base64,${Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28" width="60" height="60"><rect width="28" height="28" rx="8" fill="${color}"/><path d="M9.5 6.5v16M6.5 22.5h6" stroke="#fff" stroke-width="2.4" stroke-linecap="round" fill="none"/><path d="M0-3.2h15.2L12.3 0l2.9 3.2H0a3.2 3.2 0 0 1 0-6.4z" fill="#fff" transform="translate(9.5 13.6) rotate(-38)"/></svg>`,
  ).toString('base64')}`
