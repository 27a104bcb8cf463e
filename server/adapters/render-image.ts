// Renders an image of 1200 × 630 pixels from boxes and text, with its own fonts. The only importer of satori and resvg.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { CSSProperties } from 'react'
import { openLimiter } from '#server/limiter.ts'

export const IMAGE_WIDTH_PX = 1200
export const IMAGE_HEIGHT_PX = 630

/** An element for satori: a style (CSS, flexbox only) and its children. */
export type Box = {
  type: string
  props: { style?: CSSProperties; children?: Content } & Record<string, unknown>
}
export type Content = string | (Box | false)[]

export const box = (style: CSSProperties, children: Content = []): Box => ({
  type: 'div',
  // satori requires `display` on every element with children.
  props: { style: { display: 'flex', ...style }, children },
})

const SUBSETS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese']
const WEIGHTS = [400, 600] as const
/** Every subset of the typeface, so that each character is found in one of them. */
export const FONTS = SUBSETS.map((subset) => `Inter ${subset}`).join(', ')

/** Characters without a glyph in the fonts. */
const UNRENDERABLE = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{Sc}\p{M} +−<=>^|~%]/gu

/** The text in one line, without the characters that the fonts can't render. */
export const renderableText = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(UNRENDERABLE, '').replaceAll(/ {2,}/g, ' ').trim()

/** An image takes about 50 ms, 12 of them on the main thread (measured), so one is rendered at a time. */
const limiter = openLimiter({ concurrency: 1, waitingMax: 15 })

type Size = { width: number; height: number }
const IMAGE: Size = { width: IMAGE_WIDTH_PX, height: IMAGE_HEIGHT_PX }

/** The image as PNG, `scale` times as large. Throws `Problem('unavailable')` if too many are waiting. */
export const renderImage = (content: Box, size = IMAGE, scale = 1): Promise<Buffer> =>
  limiter.run(async () => {
    const { renderAsync } = await (loading ??= load())
    const svg = await svgOf(content, size)
    const fitTo = { mode: 'width' as const, value: size.width * scale }
    return (await renderAsync(svg, { fitTo, font: { loadSystemFonts: false } })).asPng()
  })

/** The image as SVG, with its text as paths: an image on another site can't load fonts. */
export const renderSvg = (content: Box, size: Size): Promise<string> =>
  limiter.run(() => svgOf(content, size))

async function svgOf(content: Box, size: Size): Promise<string> {
  const { satori, fonts } = await (loading ??= load())
  return await satori(content as never, { ...size, fonts })
}

let loading: ReturnType<typeof load> | undefined

/** Loaded with the first image: idle servers, and most test servers, don't need it. */
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
