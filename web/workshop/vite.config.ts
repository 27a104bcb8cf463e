// Serves the component workshop: `node tools/scripts/run.mjs node_modules/vite/bin/vite.js --config web/workshop/vite.config.ts`, then /workshop.html.
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  cacheDir: fileURLToPath(new URL('../../node_modules/.vite-workshop', import.meta.url)),
  plugins: [react(), tailwindcss()],
  server: { host: '127.0.0.1', port: 5199, strictPort: true, open: false },
})
