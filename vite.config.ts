import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, runnerImport } from 'vite'
import { CHUNK_GROUPS } from './tools/scripts/chunk-groups.ts'
import { contractWithoutZod } from './tools/scripts/contract-without-zod.ts'
import { iconImports } from './tools/scripts/icon-imports.ts'
import { thirdPartyNotices } from './tools/scripts/third-party-notices.ts'

/** The server's address during development, which `npm run dev` sets. */
const api = process.env.API_URL ?? 'http://127.0.0.1:3001'

/** Preloads the font with the script, so that text is seldom drawn in the fallback font first. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: (_page, { bundle = {} }) =>
    Object.keys(bundle)
      .filter((file) => file.includes('inter-latin-wght'))
      .map((file) => ({
        tag: 'link',
        attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
        injectTo: 'head',
      })),
}

/**
 * A request with a session cookie gets `index.html`. That page needs the feed's code and the person's account next, so the
 * browser loads both before any script runs. The request must be the same as that of `web/lib/request.ts` to be reused.
 */
const preloadFeed: Plugin = {
  name: 'preload-feed',
  apply: 'build',
  transformIndexHtml(_page, { filename, bundle = {} }) {
    if (!filename.endsWith('index.html')) return []
    const feed = Object.keys(bundle).find((file) => /\/feed-[^/]+\.js$/.test(file))
    if (feed === undefined) throw new Error('The build has no script of the feed')
    return [
      { tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${feed}` }, injectTo: 'head' },
      {
        tag: 'link',
        attrs: { rel: 'preload', as: 'fetch', crossorigin: 'use-credentials', href: '/api/user' },
        injectTo: 'head',
      },
    ]
  },
}

/** Prerenders the landing page, so that reading it needs no React (docs/decisions/0009-the-landing-page-is-prerendered.md). */
const prerenderLanding: Plugin = {
  name: 'prerender-landing',
  apply: 'build',
  async transformIndexHtml(page, { filename }) {
    if (filename.endsWith('visitor.html')) return blocking(page)
    if (filename.endsWith('embed.html')) return withoutScripts(page)
    if (!filename.endsWith('landing.html')) return page
    const { module } = await runnerImport<typeof import('./web/prerender.tsx')>(
      join(import.meta.dirname, 'web/prerender.tsx'),
      { configFile: false, plugins: [react()] },
    )
    return blocking(page.replace('<!--landing-->', module.landingMarkup()))
  },
}
/** Otherwise the page would be painted before the script applies the theme stored on this device. */
const blocking = (page: string) =>
  page.replace('<script type="module"', '<script type="module" blocking="render"')

/** Frames on other sites have none (server/features/visitors/embed-routes.ts). The build adds one for the shared style. */
const withoutScripts = (page: string) =>
  page.replaceAll(/ *<(script[^>]*><\/script>|link rel="modulepreload"[^>]*>)\n/g, '')

/** The files that stand in for those that need a browser, when the server renders (docs/decisions/0062). */
const STATIC = {
  '#web/paths.ts': 'paths.ts',
  '#web/lib/now.ts': 'now.ts',
  '#web/lib/session.tsx': 'session.ts',
  '#web/ui/disclosure.tsx': 'disclosure.tsx',
}

/**
 * Builds the code that renders pages for visitors on the server: dist/server/render.js, without any file that browsers
 * load.
 */
const buildRenderer: Plugin = {
  name: 'build-renderer',
  apply: 'build',
  async closeBundle() {
    const standIn = (name: string) => join(import.meta.dirname, 'web/static', name)
    await build({
      configFile: false,
      root: join(import.meta.dirname, 'web'),
      logLevel: 'warn',
      publicDir: false,
      plugins: [react(), iconImports],
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: {
        alias: Object.entries(STATIC).map(([find, name]) => ({ find, replacement: standIn(name) })),
      },
      ssr: { noExternal: true },
      build: {
        ssr: 'static/render.tsx',
        outDir: '../dist/server',
        emptyOutDir: true,
        target: 'es2023',
        minify: true,
      },
    })
  },
}

/**
 * The page validates replies but never turns schemas into JSON Schema, so zod's code for that (5 kB gzipped) is replaced by
 * empty functions. If zod renames these files, the code is included again and the test of the size budget fails.
 */
const withoutJsonSchemas: Plugin = {
  name: 'without-json-schemas',
  apply: 'build',
  transform: {
    filter: { id: /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/ },
    handler(code) {
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      const empty = names.map((name) => `export const ${name} = empty`)
      return {
        code: ['const empty = () => empty', ...empty, 'export { empty as process }'].join('\n'),
        map: null,
      }
    },
  },
}

/** Compresses once at the highest level, which would be too slow for each request. */
const compressAssets: Plugin = {
  name: 'compress-assets',
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

/**
 * The licenses of packages in the page and the server, which have to be distributed with them: /third-party-notices.txt
 */
const addNotices: Plugin = {
  name: 'add-notices',
  apply: 'build',
  generateBundle() {
    const source = thirdPartyNotices(import.meta.dirname)
    this.emitFile({ type: 'asset', fileName: 'third-party-notices.txt', source })
  },
}

/** Fills in what the server writes into the page in production; during development Vite sends the page. */
const fillDevPage: Plugin = {
  name: 'fill-dev-page',
  apply: 'serve',
  transformIndexHtml: (page) =>
    page
      .replace(
        '<html ',
        `<html data-payments="${process.env.STRIPE_SECRET_KEY ? 'stripe' : 'sandbox'}" data-demo data-api-docs `,
      )
      .replace('<!--head-->', '<title>Signalpost</title>'),
}

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    tailwindcss(),
    preloadFont,
    preloadFeed,
    prerenderLanding,
    buildRenderer,
    contractWithoutZod,
    iconImports,
    withoutJsonSchemas,
    compressAssets,
    addNotices,
    fillDevPage,
  ],
  resolve: { alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, 'web/lib/zod.ts') }] },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'landing.html', 'visitor.html', 'embed.html'].map((page) =>
        join(import.meta.dirname, 'web', page),
      ),
      output: { codeSplitting: { groups: CHUNK_GROUPS } },
    },
  },
  server: {
    port: Number(process.env.PORT ?? 3000),
    strictPort: true,
    host: '127.0.0.1',
    proxy: { '/api': api, '/objects': api, '/sandbox': api, '/share': api, '^/log/.+': api },
  },
})
