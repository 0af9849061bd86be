import type { FastifyInstance, FastifyRequest } from 'fastify'

type Parsed = (error: Error | null, body?: unknown) => void

/**
 * Parses `application/json`, with an empty body as an empty form: live validations of DELETE forms announce JSON and send
 * none.
 *
 * `app.addContentTypeParser('application/json', { parseAs: 'string' }, jsonBody(app))`
 */
export function jsonBody(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  return function parseJson(request: FastifyRequest, body: string, done: Parsed): void {
    if (body === '') done(null, {})
    else parse(request, body, done)
  }
}
