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
        // Without what only the menu of the bell, which loads when it opens, the admin area or the pages of account, tokens, teams or law share.
        {
          name: 'shared',
          test: /\/(web\/(?!components\/(NotificationItem|Webhook|DeliveryState|InlineCodeForm|DataExportPanel|DeleteAccountForm|LegalText|admin-pages)|styles\/|(Layouts|Pages)\/Admin|Pages\/(Teams|API|Auth\/Partials\/ExportOrDelete|Profile\/Partials\/(PhotoForm|TwoFactorEnrollment|RecoveryCodes)))|app\/event-titles|packages\/)/,
          minShareCount: 2,
        },
      ],
    },
  },
}
