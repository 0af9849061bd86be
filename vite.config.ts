import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { compactSource } from './scripts/build-server.ts'
import { translationsPlugin } from './scripts/translations-vite-plugin.ts'

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), translationsPlugin()],
  publicDir: false,
  build: {
    outDir: isSsrBuild ? 'dist/ssr' : 'dist/browser',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    target: 'es2022',
    // Of the renderer, for stack traces in the log.
    sourcemap: isSsrBuild ?? false,
    modulePreload: { polyfill: false },
    rolldownOptions: isSsrBuild ? { input: 'web/ssr.tsx', output: compactSource } : browserBuild,
  },
  // The renderer includes React, built for production whatever NODE_ENV is when it runs.
  ...(command === 'build' && {
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  }),
}))

/** Modules that only the menu of the bell, which loads when it opens, the admin area or the pages of account, tokens, teams or law share. */
const onlyOnSomePages = [
  'web/Layouts/Admin',
  'web/Pages/API',
  'web/Pages/Admin',
  'web/Pages/Auth/Partials/ExportOrDelete',
  'web/Pages/Profile/Partials/PhotoForm',
  'web/Pages/Profile/Partials/RecoveryCodes',
  'web/Pages/Profile/Partials/TwoFactorEnrollment',
  'web/Pages/Teams',
  'web/Pages/TimeTravel',
  'web/components/DataExportPanel',
  'web/components/DeleteAccountForm',
  'web/components/DeliveryState',
  'web/components/Disclosure',
  'web/components/InlineCodeForm',
  'web/components/ItemList',
  'web/components/LegalText',
  'web/components/NotificationItem',
  'web/components/Webhook',
  'web/components/admin-pages',
  'web/components/api-tokens',
  'web/components/icons/terminal',
  'web/components/time-travel',
  'web/styles/',
]

const isOnMostPages = (module: string) =>
  /\/(?:web\/|app\/event-titles|packages\/)/.test(module) &&
  !onlyOnSomePages.some((path) => module.includes(`/${path}`))

/** Few chunks: each request costs 700 bytes of headers, and small files compress badly. */
const browserBuild = {
  input: 'web/browser.tsx',
  output: {
    codeSplitting: {
      groups: [
        // Stays cached over our releases.
        { name: 'vendor', test: /node_modules\/(react-dom|@inertiajs)\//, priority: 2 },
        // Most first visits end at the sign-in page, and every form needs its parts.
        {
          name: 'app',
          test: /\/web\/(browser|Layouts\/(Guest|Plain)|Pages\/Auth\/Login)\.tsx$/,
          priority: 1,
        },
        {
          name: 'shared',
          test: isOnMostPages,
          minShareCount: 2,
        },
      ],
    },
  },
}
