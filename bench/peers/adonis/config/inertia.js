import { defineConfig } from '@adonisjs/inertia'

export default defineConfig({
  rootView: 'inertia_layout',
  ssr: { enabled: true, entrypoint: 'inertia/ssr.jsx' },
})
