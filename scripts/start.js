/** `npm start` with a compile cache. JavaScript, because a TypeScript entry makes Node load an uncached compiler. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../dist/compiled'))
await import('./start.ts')
