import { createInertiaApp } from '@inertiajs/react'
import { renderToString } from 'react-dom/server'

const pages = import.meta.glob('./pages/**/*.jsx', { eager: true })

export default function render(page) {
  return createInertiaApp({
    page,
    render: renderToString,
    title: (title) => `${title} - Peer`,
    resolve: (name) => pages[`./pages/${name}.jsx`].default,
    setup: ({ App, props }) => <App {...props} />,
  })
}
