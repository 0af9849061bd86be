/** A standalone Pusher server for tests, run as a child process. Sends its address once it listens. */
import { channels } from '@foyer/channels'
import Fastify from 'fastify'

const { APP_ID = '', KEY = '', SECRET = '' } = process.env

const server = Fastify({ forceCloseConnections: true })
await server.register(channels, { app: { id: APP_ID, key: KEY, secret: SECRET }, api: true })
await server.listen({ port: 0, host: '127.0.0.1' })
process.send?.(server.addresses()[0])
process.on('disconnect', () => process.exit())
