// Draws a picture of 1200 × 630 pixels from boxes and words, with its own fonts. The only importer of satori and resvg.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { CSSProperties } from 'react'
import { openLimiter } from '#server/limiter.ts'

export const IMAGE_WIDTH_PX = 1200
export const IMAGE_HEIGHT_PX = 630

/** A box with its look (CSS, flexbox only) and what is in it: words, other boxes, nothing. */
export type Box = {
  type: string
  props: { style?: CSSProperties; children?: Content } & Record<string, unknown>
}
export type Content = string | (Box | false)[]

export const box = (style: CSSProperties, children: Content = []): Box => ({
  type: 'div',
  // Whatever holds boxes has to say that it lays them out.
  props: { style: { display: 'flex', ...style }, children },
})

const SUBSETS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese']
const WEIGHTS = [400, 600] as const
/** All of the typeface, so that a letter is found in whichever part has it. */
export const FONTS = SUBSETS.map((subset) => `Inter ${subset}`).join(', ')

/** What has a letter in the fonts; of anything else not even a box is drawn. */
const UNDRAWN = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{Sc}\p{M} +<=>^|~%]/gu

/** A text with what can be drawn of it, in one line. */
export const drawable = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(UNDRAWN, '').replaceAll(/ {2,}/g, ' ').trim()

/** Each takes about 50 ms, 12 of them on the thread that answers requests (measured), so one is rendered at a time. */
const limiter = openLimiter({ concurrency: 1, waitingMax: 15 })

/** The image as PNG. Throws `Problem('unavailable')` when too many wait to be rendered. */
export const renderImage = (content: Box): Promise<Buffer> => limiter.run(() => render(content))

async function render(content: Box): Promise<Buffer> {
  const { satori, renderAsync, fonts } = await (loading ??= load())
  const svg = await satori(content as never, { width: IMAGE_WIDTH_PX, height: IMAGE_HEIGHT_PX, fonts })
  const picture = await renderAsync(svg, { font: { loadSystemFonts: false } })
  return picture.asPng()
}

let loading: ReturnType<typeof load> | undefined

/** Loaded with the first picture: most servers of a test, and idle ones, do without. */
async function load() {
  const [{ default: satori }, { renderAsync }] = await Promise.all([
    import('satori'),
    import('@resvg/resvg-js'),
  ])
  const { resolve } = createRequire(import.meta.url)
  const fonts = await Promise.all(
    SUBSETS.flatMap((subset) =>
      WEIGHTS.map(async (weight) => ({
        name: `Inter ${subset}`,
        weight,
        style: 'normal' as const,
        data: await readFile(resolve(`@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`)),
      })),
    ),
  )
  return { satori, renderAsync, fonts }
}
