import { join } from 'node:path'

import adonisjs from '@adonisjs/vite/client'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [
    react(),
    adonisjs({ entryPoints: ['inertia/app.jsx'], serverEntryPoints: ['inertia/ssr.jsx'] }),
  ],
  resolve: { alias: { '@page': join(import.meta.dirname, 'page') } },
})
