import { createInertiaApp } from '@inertiajs/react'
import { hydrateRoot } from 'react-dom/client'

const pages = import.meta.glob('./pages/**/*.jsx')

createInertiaApp({
  title: (title) => `${title} - Peer`,
  resolve: async (name) => (await pages[`./pages/${name}.jsx`]()).default,
  setup({ el, App, props }) {
    hydrateRoot(el, <App {...props} />)
  },
})
