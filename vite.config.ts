import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown, runnerImport } from 'vite'
import { contractWithoutZod, SCHEMAS } from './scripts/contract-without-zod.ts'

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

/**
 * Whoever is sent the app is signed in and needs the feed's code and their own account next, so the browser asks for both
 * before any script has run. The request has to be the one that `web/lib/request.ts` makes.
 */
const feedFirst: Plugin = {
  name: 'feed-first',
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
      .replace(
        '<html ',
        `<html data-payments="${process.env.STRIPE_SECRET_KEY ? 'stripe' : 'sandbox'}" data-demo `,
      )
      .replace('<!--head-->', '<title>Signalpost</title>'),
}

/** The static imports of a module and of what it imports, without the schemas that only forms load. */
function closureOf(entry: string, context: Rolldown.ChunkingContext): Set<string> {
  const closure = new Set<string>()
  const add = (id: string) => {
    if (closure.has(id) || id.endsWith(SCHEMAS)) return
    closure.add(id)
    context.getModuleInfo(id)?.importedIds.forEach(add)
  }
  add(join(import.meta.dirname, 'web', entry))
  return closure
}

const modulesOf = (name: string, entries: string[], only = /./): Rolldown.CodeSplittingGroup => {
  let modules: Set<string> | undefined
  return {
    debugName: name,
    name(id, context) {
      modules ??= new Set(entries.flatMap((entry) => [...closureOf(entry, context)]))
      return modules.has(id) && only.test(id) ? name : null
    },
    includeDependenciesRecursively: false,
  }
}

/**
 * The first screen is four files: what the landing has as well, the libraries, the app without a session, and the feed. Left
 * to itself, the bundler makes 26 of them, each with a kilobyte of headers and compressed alone.
 */
const FIRST_SCREEN = [
  // Not the landing's own script, which would run with the app.
  modulesOf('start', ['visitor.ts'], /^(?!.*\/visitor\.ts$)/),
  modulesOf('libraries', ['main.tsx', 'signed-in.tsx'], /node_modules/),
  modulesOf('app', ['main.tsx']),
  modulesOf('feed', ['signed-in.tsx']),
]

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    tailwindcss(),
    fontFirst,
    feedFirst,
    landing,
    contractWithoutZod,
    withoutJsonSchemas,
    packed,
    fromServer,
  ],
  resolve: { alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, 'web/lib/zod.ts') }] },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'landing.html'].map((page) => join(import.meta.dirname, 'web', page)),
      output: { codeSplitting: { groups: FIRST_SCREEN } },
    },
  },
  server: {
    port: Number(process.env.PORT ?? 3000),
    strictPort: true,
    host: '127.0.0.1',
    proxy: { '/api': api, '/objects': api, '/sandbox': api, '/share': api },
  },
})
