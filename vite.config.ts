import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where the server answers during development (`npm run dev` sets it). */
const api = process.env.API_URL ?? 'http://127.0.0.1:3001'

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss()],
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
