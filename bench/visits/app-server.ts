/** The application, started as `npm start` does, in a process that also reports its usage. */
import { reportUsage } from './server-process.ts'

reportUsage()
await import('#app/server/main.ts')
process.send?.({ port: Number(process.env['PORT']) })
