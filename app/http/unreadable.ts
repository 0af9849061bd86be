import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import { isApiPath } from '#app/http/api-paths.ts'
import { policyOfData, protectingHeaders } from '#app/http/security-headers.ts'
import type { Config } from '#app/platform/config.ts'
import type { Log } from '#app/platform/log.ts'

/** What cannot be read never reaches a route, and is not repeated; its answer carries the protecting headers all the same. */
export function unreadable(config: Config) {
  const always = { ...protectingHeaders(config), 'content-security-policy': policyOfData }
  return {
    /** The address cannot be decoded. */
    frameworkErrors(_error: unknown, { id, ip, log, raw }: Asked, reply: Hijackable) {
      log.info({ method: raw.method, refused: 'BadRequest', status: 400, ip }, 'answered')
      const isApi = isApiPath(raw.url ?? '')
      const said = 'That address cannot be read.'
      const type = `${isApi ? 'application/json' : 'text/plain'}; charset=utf-8`
      reply.hijack()
      reply.raw
        .writeHead(400, { ...always, 'content-type': type, 'x-request-id': id })
        .end(isApi ? JSON.stringify({ message: said }) : said)
    },

    /** Not even HTTP, or not in time. */
    clientErrorHandler({ code }: NodeJS.ErrnoException, socket: Socket) {
      if (code !== 'ECONNRESET' && socket.writable)
        socket.write(plainAnswer(statusOf(code), always))
      socket.destroy()
    },
  }
}

interface Asked {
  id: string
  ip: string
  log: Pick<Log, 'info'>
  raw: { method?: string | undefined; url?: string | undefined }
}

interface Hijackable {
  raw: ServerResponse
  hijack(): unknown
}

const statusWords = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

function statusOf(code: string | undefined): keyof typeof statusWords {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
}

function plainAnswer(status: keyof typeof statusWords, always: Record<string, string>): string {
  const said = statusWords[status]
  const headers = {
    ...always,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': said.length,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${said}`, ...lines, '', said].join('\r\n')
}
