/** A cluster node in a child process that tests can kill. Sends its address once it listens. */
import { channels } from '@foyer/channels'
import { postgresBus } from '@foyer/channels/postgres'
import { redisBus } from '@foyer/channels/redis'
import Fastify from 'fastify'

import { app } from './test-server.ts'

const [kind = '', url = '', prefix = ''] = process.argv.slice(2)
const server = Fastify()
await server.register(channels, {
  app,
  beatMs: 300,
  bus: kind === 'redis' ? redisBus({ url, prefix }) : postgresBus({ url, prefix }),
})
await server.listen({ port: 0, host: '127.0.0.1' })
process.send?.(server.addresses()[0])
