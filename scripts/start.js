/**
 * `npm start`. The second start reads what the first has compiled. JavaScript, because to read a first file of TypeScript
 * Node loads a compiler, which is in no cache.
 */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../dist/compiled'))
await import('./start.ts')
