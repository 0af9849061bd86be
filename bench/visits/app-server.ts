/** The application, started as `npm start` does, in a process that also reports its usage. */
import { join } from 'node:path'

import { reportUsage } from './server-process.ts'

reportUsage()
await import(join(import.meta.dirname, '../../dist/server/main.js'))
process.send?.({ port: Number(process.env['PORT']) })
