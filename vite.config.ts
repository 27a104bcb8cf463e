import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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

/** During development the page does not come from our server, which otherwise writes this into it. */
const paymentMode: Plugin = {
  name: 'payment-mode',
  apply: 'serve',
  transformIndexHtml: (page) =>
    page.replace('<html ', `<html data-payments="${process.env.STRIPE_SECRET_KEY ? 'stripe' : 'sandbox'}" `),
}

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), fontFirst, paymentMode],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    port: Number(process.env.PORT ?? 3000),
    strictPort: true,
    host: '127.0.0.1',
    proxy: { '/api': api, '/objects': api, '/sandbox': api },
  },
})
