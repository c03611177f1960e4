import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const API = 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    // Inlined as a data: URL, a script or a font would break the Content-Security-Policy.
    assetsInlineLimit: 0,
  },
  server: {
    // The API sees its own origin, not the development server's.
    proxy: { '/v1': { target: API, changeOrigin: true, headers: { origin: API } } },
  },
})
