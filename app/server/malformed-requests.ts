import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import { dataCsp, baseSecurityHeaders } from '#app/http/security/security-headers.ts'
import { isApiPath } from '#app/http/server/api-paths.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Log } from '#app/platform/lib/log.ts'

/** Answers requests that never reach a route, with the security headers and without echoing their content. */
export function malformedRequestHandlers(config: Config) {
  const securityHeaders = { ...baseSecurityHeaders(config), 'content-security-policy': dataCsp }
  return {
    /** The URL of the API cannot be decoded, or that of a page in a way that only the router notices. */
    frameworkErrors(_error: unknown, { id, ip, log, raw }: FailedRequest, reply: HijackableReply) {
      log.info({ method: raw.method, refused: 'BadRequest', status: 400, ip }, 'request completed')
      const isApi = isApiPath(raw.url ?? '')
      const message = "That address isn't valid."
      const type = `${isApi ? 'application/json' : 'text/plain'}; charset=utf-8`
      reply.hijack()
      reply.raw
        .writeHead(400, { ...securityHeaders, 'content-type': type, 'x-request-id': id })
        .end(isApi ? JSON.stringify({ message }) : message)
    },

    /** The request is not valid HTTP, or timed out. */
    clientErrorHandler({ code }: NodeJS.ErrnoException, socket: Socket) {
      if (code !== 'ECONNRESET' && socket.writable)
        socket.write(plainTextResponse(statusForError(code), securityHeaders))
      socket.destroy()
    },
  }
}

interface FailedRequest {
  id: string
  ip: string
  log: Pick<Log, 'info'>
  raw: { method?: string | undefined; url?: string | undefined }
}

interface HijackableReply {
  raw: ServerResponse
  hijack(): unknown
}

const reasonPhrases = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

function statusForError(code: string | undefined): keyof typeof reasonPhrases {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
}

function plainTextResponse(
  status: keyof typeof reasonPhrases,
  securityHeaders: Record<string, string>,
): string {
  const message = reasonPhrases[status]
  const headers = {
    ...securityHeaders,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': message.length,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${message}`, ...lines, '', message].join('\r\n')
}
