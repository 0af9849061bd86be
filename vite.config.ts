import { fileURLToPath } from 'node:url'

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

// A page may weigh 110 kB of script when it is the first; scripts/bundle-size.ts says how that is counted, and holds it to that.
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), onlyUsedComponents(), withoutItsOwnLooks()],
  publicDir: false,
  resolve: {
    alias: {
      'laravel-precognition': fileURLToPath(
        import.meta.resolve('./web/client/no-live-validation.ts'),
      ),
    },
  },
  build: {
    outDir: isSsrBuild ? 'dist/ssr' : 'dist/browser',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What every page has already need not be listed once more for each of them.
      resolveDependencies: (_file, files) =>
        files.filter((file) => !/\/(vendor|shared|rolldown-runtime|browser|Member)-/.test(file)),
    },
    rolldownOptions: isSsrBuild ? { input: 'web/ssr.tsx' } : forBrowsers,
  },
  // The renderer carries its own React, built for production whatever NODE_ENV says when it runs.
  ...(command === 'build' && {
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  }),
}))

const isShared = (id: string) => /\/web\/(parts|Layouts)\//.test(id)
const isForm = (id: string) =>
  /\/parts\/(Form|FormSection|sending|Saved|ErrorSummary|\w*Field|Checkbox|icons\/eye.*)\.tsx?$/.test(
    id,
  )

// What two pages behind the sign-in share, in one file: small ones compress badly.
const isForMembers = (id: string) =>
  /\/parts\/(Section|FormSection|Saved|Table|Dialog|RelativeTime|DeviceLine|EmptyState|Card|CopyButton)\.tsx$/.test(
    id,
  )

const forBrowsers = {
  input: 'web/browser.tsx',
  output: {
    codeSplitting: {
      groups: [
        // What changes only with a dependency is a file of its own, and stays cached over our releases.
        {
          name: 'vendor',
          priority: 3,
          test: /node_modules\/(react|react-dom|scheduler|@inertiajs|es-toolkit)\/|preload-helper/,
        },
        // What a page that asks nothing, such as the dashboard, does without.
        {
          name: 'shared',
          test: (id: string) => isShared(id) && !isForm(id),
          minShareCount: 10,
          priority: 2,
        },
        { name: 'forms', test: isForm, minShareCount: 8, priority: 1 },
        { name: 'members', test: isForMembers, minShareCount: 2 },
      ],
    },
  },
}

/**
 * The Inertia client names its components for debugging when it loads, and so no bundler may drop those nobody uses
 * (Form, InfiniteScroll, Deferred, …). Without the names and with the calls marked as free of effects, it may: 6 kB.
 */
function onlyUsedComponents(): Plugin {
  return {
    name: 'only-used-inertia-components',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /@inertiajs\/react\/dist\/index\.js/ },
      handler: (code) =>
        code
          .replace(/^\w+\.displayName = .*;$/gm, '')
          .replace(/= ((?:React\.)?(?:forwardRef|createContext)\d*)\(/g, '= /* @__PURE__ */ $1('),
    },
  }
}

/** The Inertia client brings a progress bar and an overlay of its own, which ours replace: 3 kB that are never shown. */
function withoutItsOwnLooks(): Plugin {
  const nothing = 'new Proxy({}, { get: () => () => undefined })'
  return {
    name: 'inertia-without-its-own-looks',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /@inertiajs\/core\/dist\/index\.js/ },
      handler(code) {
        const bar = /^(var progress_component_default = )\{[^}]*\};$/m
        const overlay = /^(var dialog_default = )\{[\s\S]*?^\};$/m
        if (!bar.test(code) || !overlay.test(code))
          throw new Error('The Inertia client has changed.')
        return code.replace(bar, `$1${nothing};`).replace(overlay, `$1${nothing};`)
      },
    },
  }
}
