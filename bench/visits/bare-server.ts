/** Sends the same bytes from memory: the cost of node:http alone. */
import { createServer } from 'node:http'

import { receiveInput, reportPort, reportUsage } from './server-process.ts'

export interface CapturedResponse {
  status: number
  /** Name, value, name, value … */
  headers: string[]
  body: Buffer
}

const { status, headers, body } = await receiveInput<CapturedResponse>()

const server = createServer((_request, response) => {
  response.writeHead(status, headers)
  response.end(body)
})
reportUsage()
reportPort(server)
