// Renders a one-page document as PDF with the product's typeface. The only importer of pdfkit, which is loaded with the
// first one.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import type { PdfDocument } from '#shared/emails/email.ts'
import { renderableText } from './render-image.ts'

const SUBSETS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese'] as const
type Weight = 400 | 600
/** Points: A4 with a margin of an inch. */
const MARGIN = 72
const LABEL_WIDTH = 160
const COLORS = { ink: '#16181d', soft: '#5b616e' }

/** `at`: the document's date. Characters that the typeface doesn't have are left out. */
export async function renderPdf(document: PdfDocument, at: Date): Promise<Buffer> {
  const { PDFDocument, fonts } = await (loading ??= load())
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: 'en-US',
    info: { Title: renderableText(document.title), CreationDate: at, ModDate: at },
  })
  for (const [name, data] of fonts) pdf.registerFont(name, data)
  const bytes = buffer(pdf)
  const width = pdf.page.width - 2 * MARGIN
  const write = (text: string, weight: Weight, size: number, x: number, y: number, of: number) => {
    pdf.fontSize(size)
    const runs = runsOf(pdf, renderableText(text), weight)
    pdf.x = x
    pdf.y = y
    for (const [index, { font, part }] of runs.entries()) {
      const options = { width: of, continued: index < runs.length - 1 }
      if (index === 0) pdf.font(font).text(part, x, y, options)
      else pdf.font(font).text(part, options)
    }
    return pdf.y
  }
  pdf.fillColor(COLORS.ink)
  let y = write(document.title, 600, 20, MARGIN, MARGIN, width) + 20
  for (const [name, value] of document.rows) {
    pdf.fillColor(COLORS.soft)
    const below = write(name, 400, 11, MARGIN, y, LABEL_WIDTH)
    pdf.fillColor(COLORS.ink)
    y = Math.max(below, write(value, 400, 11, MARGIN + LABEL_WIDTH, y, width - LABEL_WIDTH)) + 6
  }
  y += 14
  for (const text of document.paragraphs) y = write(text, 400, 11, MARGIN, y, width) + 10
  pdf.fillColor(COLORS.soft)
  write(document.foot, 400, 9, MARGIN, y + 20, width)
  pdf.end()
  return await bytes
}

type Pdf = PDFKit.PDFDocument

/** Splits a text into the parts that one file of the typeface has, since each has one script. */
function runsOf(pdf: Pdf, text: string, weight: Weight): { font: string; part: string }[] {
  const runs: { font: string; part: string }[] = []
  for (const character of text) {
    const last = runs.at(-1)
    const font = [...(last ? [last.font] : []), ...SUBSETS.map((subset) => `${subset} ${weight}`)].find(
      (name) => hasGlyph(pdf, name, character),
    )
    if (font === undefined) continue
    if (last?.font === font) last.part += character
    else runs.push({ font, part: character })
  }
  return runs.length > 0 ? runs : [{ font: `latin ${weight}`, part: ' ' }]
}

function hasGlyph(pdf: Pdf, name: string, character: string): boolean {
  pdf.font(name)
  const { font } = (pdf as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } })
    ._font
  return font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
}

let loading: ReturnType<typeof load> | undefined

async function load() {
  const { default: PDFDocument } = await import('pdfkit')
  const { resolve } = createRequire(import.meta.url)
  const fonts = await Promise.all(
    SUBSETS.flatMap((subset) =>
      ([400, 600] as const).map(
        async (weight) =>
          [
            `${subset} ${weight}`,
            await readFile(resolve(`@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`)),
          ] as const,
      ),
    ),
  )
  return { PDFDocument, fonts }
}
