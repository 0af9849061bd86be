/** Sends the same bytes from memory with Fastify: the cost of the framework alone. */
import fastify from 'fastify'

import type { CapturedResponse } from '#bench/visits/bare-server.ts'
import { receiveInput, reportPort, reportUsage } from '#bench/visits/server-process.ts'

const { status, headers, body } = await receiveInput<CapturedResponse>()
const pairs = headers.flatMap((name, index) => (index % 2 ? [] : [[name, headers[index + 1]]]))
const fields = Object.fromEntries(pairs)

const app = fastify()
app.get('/*', (_request, reply) => reply.code(status).headers(fields).send(body))
await app.ready()
reportUsage()
reportPort(app.server)
