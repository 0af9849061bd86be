/** The product, started as `npm start` does, in a process that also tells what it has used. */
import { reportUsage } from './server-process.ts'

reportUsage()
await import('#app/server/main.ts')
process.send?.({ port: Number(process.env['PORT']) })
