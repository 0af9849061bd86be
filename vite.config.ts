import { fileURLToPath } from 'node:url'

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

import { translationsPlugin } from './scripts/translations-vite-plugin.ts'

// A page may weigh 110 kB of script when it is the first; scripts/bundle-size.ts says how that is counted, and holds it to that.
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    react(),
    tailwindcss(),
    translationsPlugin(),
    dropUnusedInertiaComponents(),
    dropInertiaProgressAndOverlay(),
  ],
  publicDir: false,
  resolve: {
    alias: {
      'laravel-precognition': fileURLToPath(
        import.meta.resolve('./web/client/precognition-stub.ts'),
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
    rolldownOptions: isSsrBuild ? { input: 'web/ssr.tsx' } : browserBuild,
  },
  // The renderer carries its own React, built for production whatever NODE_ENV says when it runs.
  ...(command === 'build' && {
    ssr: { noExternal: true },
    define: {
      'process.env.NODE_ENV': JSON.stringify('production'),
      ...(!isSsrBuild && { 'typeof window': JSON.stringify('object') }),
    },
  }),
}))

const browserBuild = {
  input: 'web/browser.tsx',
  output: {
    codeSplitting: {
      groups: [
        // What changes only with a dependency is a file of its own, and stays cached over our releases.
        {
          name: 'vendor',
          priority: 2,
          test: /node_modules\/(react|react-dom|scheduler|@inertiajs|es-toolkit)\/|preload-helper/,
        },
        // Small files compress badly, and each is named wherever it may be needed.
        { name: 'shared', test: /\/(web|packages)\//, minShareCount: 8 },
      ],
    },
  },
}

/**
 * The Inertia client names its components for debugging when it loads, and so no bundler may drop those nobody uses
 * (Form, InfiniteScroll, Deferred, …). Without the names and with the calls marked as free of effects, it may: 6 kB.
 */
function dropUnusedInertiaComponents(): Plugin {
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
function dropInertiaProgressAndOverlay(): Plugin {
  const noopProxy = 'new Proxy({}, { get: () => () => undefined })'
  return {
    name: 'inertia-without-its-own-looks',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /@inertiajs\/core\/dist\/index\.js/ },
      handler(code) {
        const bar = /^(var progress = )new Progress\(\);$/m
        const start = /^function setupProgress\([\s\S]*?^\}$/m
        const overlay = /^(var dialog_default = )\{[\s\S]*?^\};$/m
        if (![bar, start, overlay].every((own) => own.test(code)))
          throw new Error('The Inertia client has changed.')
        return code
          .replace(bar, `$1${noopProxy};`)
          .replace(start, 'function setupProgress() {}')
          .replace(overlay, `$1${noopProxy};`)
      },
    },
  }
}
