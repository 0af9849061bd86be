/** Sends the same bytes from memory: what node:http alone costs. */
import { createServer } from 'node:http'

import { input, tellPort, tellUsage } from './child.ts'

export interface Bytes {
  status: number
  /** Name, value, name, value … */
  headers: string[]
  body: Buffer
}

const { status, headers, body } = await input<Bytes>()

const server = createServer((_request, response) => {
  response.writeHead(status, headers)
  response.end(body)
})
tellUsage()
tellPort(server)
