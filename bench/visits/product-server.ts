/** The product, started as `npm start` does, in a process that also tells what it has used. */
import { tellUsage } from './child.ts'

tellUsage()
await import('#app/main.ts')
process.send?.({ port: Number(process.env['PORT']) })
