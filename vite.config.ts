import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, runnerImport } from 'vite'

/** Where the server answers during development (`npm run dev` sets it). */
const api = process.env.API_URL ?? 'http://127.0.0.1:3001'

/** Asks for the font together with the script, so that words are seldom drawn in another one first. */
const fontFirst: Plugin = {
  name: 'font-first',
  transformIndexHtml: (_page, { bundle = {} }) =>
    Object.keys(bundle)
      .filter((file) => file.includes('inter-latin-wght'))
      .map((file) => ({
        tag: 'link',
        attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
        injectTo: 'head',
      })),
}

/** The landing is sent as a whole: React draws it here, once, and is fetched by those who need more than to read it. */
const landing: Plugin = {
  name: 'landing',
  apply: 'build',
  async transformIndexHtml(page, { filename }) {
    if (!filename.endsWith('landing.html')) return page
    const { module } = await runnerImport<typeof import('./web/prerender.tsx')>(
      join(import.meta.dirname, 'web/prerender.tsx'),
      { configFile: false, plugins: [react()] },
    )
    return (
      page
        .replace('<!--landing-->', module.landingMarkup())
        // A theme chosen on this device is there with the first drawing; the script is small and comes beside the styles.
        .replace('<script type="module"', '<script type="module" blocking="render"')
    )
  },
}

/**
 * The page checks what it is sent and describes no schemas; what zod brings along for that, 5 kB gzipped, is left out.
 * Should zod name these files differently one day, they are merely there again, and the budget test tells.
 */
const withoutJsonSchemas: Plugin = {
  name: 'without-json-schemas',
  apply: 'build',
  transform: {
    filter: { id: /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/ },
    handler(code) {
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      const nothing = names.map((name) => `export const ${name} = nothing`)
      return {
        code: ['const nothing = () => nothing', ...nothing, 'export { nothing as process }'].join('\n'),
        map: null,
      }
    },
  },
}

/** Packed once and as tightly as possible: the server would have to do it anew, and in haste, for each request. */
const packed: Plugin = {
  name: 'packed',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file))
    await Promise.all(
      files.map(async (file) => {
        const path = join(dir, file)
        await writeFile(`${path}.br`, await brotli(await readFile(path)))
      }),
    )
  },
}
const brotli = promisify(brotliCompress)

/** During development the page does not come from our server, which otherwise writes this into it. */
const fromServer: Plugin = {
  name: 'from-server',
  apply: 'serve',
  transformIndexHtml: (page) =>
    page
      .replace('<html ', `<html data-payments="${process.env.STRIPE_SECRET_KEY ? 'stripe' : 'sandbox'}" `)
      .replace('<!--head-->', '<title>Signalpost</title>'),
}

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), fontFirst, landing, withoutJsonSchemas, packed, fromServer],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'landing.html'].map((page) => join(import.meta.dirname, 'web', page)),
    },
  },
  server: {
    port: Number(process.env.PORT ?? 3000),
    strictPort: true,
    host: '127.0.0.1',
    proxy: { '/api': api, '/objects': api, '/sandbox': api, '/share': api },
  },
})
