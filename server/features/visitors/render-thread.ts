// A worker thread that renders pages for visitors with React and compresses them, so that the server keeps answering
// requests.
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { type Alternate, headTags, jsonForHtml, type LinkPreview } from '#server/http/head-tags.ts'
import { letRequestsGoFirst, serveThread } from '#server/worker-thread.ts'
import type { RenderedPage, VisitorFrame, VisitorPage } from '#shared/visitor-page.ts'

export type RenderTask = {
  /** The built code that renders (web/static/render.tsx), as a URL. */
  renderer: string
  /** The HTML around the page. */
  template: string
  page: VisitorPage
  frame: VisitorFrame
  path: string
  canonical: string | null
  username: string | undefined
  alternates: readonly Alternate[]
  /** The preview image of the link and, on the landing page, its text. */
  preview: LinkPreview
}

/** The highest level would take many times as long. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
const compress = promisify(brotliCompress)

type Renderer = { render: (page: VisitorPage, frame: VisitorFrame) => RenderedPage }

letRequestsGoFirst()
serveThread(async (data) => {
  const { renderer, template, page, frame, path, canonical, username, alternates, preview } =
    data as RenderTask
  const { render } = (await import(renderer)) as Renderer
  const { title, description, body, data: structured } = render(page, frame)
  const isLanding = page.kind === 'landing'
  const about = isLanding
    ? preview
    : { title, description, imagePath: preview.imagePath, imageAlt: preview.imageAlt }
  const head = headTags(about, frame.publicUrl, path, {
    canonical,
    username,
    data: structured,
    alternates,
  })
  const content = isLanding
    ? `<div id="root">${body}</div><script type="application/json" id="landing-record">${jsonForHtml(page.example)}</script>`
    : body
  const html = template.replace('<!--head-->', () => head).replace('<!--page-->', () => content)
  return await compress(html, BROTLI)
})
