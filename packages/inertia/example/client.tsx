import { createInertiaApp } from '@inertiajs/react'
import { createRoot } from 'react-dom/client'

import { Home } from './Pages/Home.tsx'

const pages = { Home }

void createInertiaApp({
  resolve: (name) => pages[name as keyof typeof pages],
  setup: ({ el, App, props }) => createRoot(el).render(<App {...props} />),
})
