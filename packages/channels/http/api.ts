import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Hub } from '#hub/hub.ts'
import { isUserId } from '#protocol/channel-name.ts'
import { isObject, type JsonObject, parsedObject } from '#protocol/json.ts'
import type { Credentials } from '#protocol/signatures.ts'

import { attributesIn, attributesOf, channelInfo, occupiedChannels, usersIn } from './info.ts'
import { inTime, publish, type Publication } from './publish.ts'
import { Refused } from './refused.ts'
import { refusalOf } from './verify.ts'

const mostBodyBytes = 262_144
const retryAfterSeconds = '5'

export interface ApiOptions {
  hub: Hub
  credentials: Credentials
  appId: string
  path: string
  now(): number
}

interface Asked {
  hub: Hub
  segments: string[]
  query: URLSearchParams
  body: JsonObject
}

/**
 * The signed HTTP API. It reads its own paths: the length of a parameter is a setting of the whole application, and the
 * signature covers the path as it came.
 */
export async function api(app: FastifyInstance, options: ApiOptions): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: mostBodyBytes },
    (_request, body, done) => done(null, body),
  )
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const status = error.statusCode ?? 500
    if (status === 503) reply.header('retry-after', retryAfterSeconds)
    if (status >= 500 && status !== 503) options.hub.settings.failed(error)
    return text(reply, status, status === 500 ? 'Our mistake' : error.message)
  })
  app.route({
    method: ['GET', 'POST'],
    url: `${options.path}/apps/*`,
    exposeHeadRoute: false,
    handler: (request, reply) => answer(options, request, reply),
  })
}

async function answer(options: ApiOptions, request: FastifyRequest, reply: FastifyReply) {
  const { hub, credentials, appId, path, now } = options
  const url = request.raw.url ?? ''
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const [ownPath = '', query = ''] = url.split('?', 2)
  const [id, ...segments] = ownPath.slice(`${path}/apps/`.length).split('/').map(plain)
  if (id !== appId) return text(reply, 404, 'Unknown application')
  const refusal = refusalOf(credentials, { method: request.method, url, body }, now())
  if (refusal !== null) return text(reply, 401, refusal)

  const handle = routes[`${request.method} ${segments.map(nameless).join('/')}`]
  if (!handle) return text(reply, 404, 'Nothing is here')
  const object = body.length === 0 ? {} : parsedObject(body.toString())
  if (!object) throw new Refused(400, 'The body has to be a JSON object')
  const parameters = new URLSearchParams(query)
  return reply.send(await handle({ hub, segments, query: parameters, body: object }))
}

const routes: Record<string, (asked: Asked) => Promise<object>> = {
  'POST events': trigger,
  'POST batch_events': triggerBatch,
  'GET channels': async ({ hub, query }) => ({
    channels: occupiedChannels(hub, query.get('filter_by_prefix') ?? '', attributes(query)),
  }),
  'GET channels/*': async ({ hub, segments: [, name = ''], query }) =>
    channelInfo(hub, name, attributes(query)),
  'GET channels/*/users': async ({ hub, segments: [, name = ''] }) => ({
    users: usersIn(hub, name),
  }),
  'POST users/*/terminate_connections': terminate,
}

async function trigger({ hub, body }: Asked): Promise<object> {
  const wanted = attributesIn(body['info'])
  const publication = publicationIn(body, body['channels'] ?? [body['channel']])
  await publish(hub, [publication])
  if (wanted.length === 0) return {}
  const infos = publication.channels.map((name) => [name, attributesOf(hub, name, wanted)])
  return { channels: Object.fromEntries(infos) }
}

async function triggerBatch({ hub, body: { batch } }: Asked): Promise<object> {
  if (!Array.isArray(batch)) throw new Refused(400, 'batch has to be a list')
  const items = batch.map((item: unknown) => {
    if (!isObject(item)) throw new Refused(400, 'An event has to be an object')
    return {
      publication: publicationIn(item, [item['channel']]),
      wanted: attributesIn(item['info']),
    }
  })
  await publish(
    hub,
    items.map(({ publication }) => publication),
  )
  if (items.every(({ wanted }) => wanted.length === 0)) return {}
  const infoOf = ({ publication, wanted }: (typeof items)[number]) =>
    attributesOf(hub, publication.channels[0] ?? '', wanted)
  return { batch: items.map(infoOf) }
}

async function terminate({ hub, segments: [, user] }: Asked): Promise<object> {
  if (!isUserId(user)) throw new Refused(400, 'Not an id of a user')
  const closing = { by: 'user', value: user, code: 4009, reason: 'Terminated' } as const
  await inTime([hub.outbox.push({ kind: 'close', ...closing })])
  return {}
}

function publicationIn(
  { name, data, socket_id: except }: JsonObject,
  channels: unknown,
): Publication {
  if (typeof name !== 'string') throw new Refused(400, 'name has to be a text')
  if (typeof data !== 'string') throw new Refused(400, 'data has to be a text')
  if (except !== undefined && except !== null && typeof except !== 'string')
    throw new Refused(400, 'socket_id has to be a text')
  if (!Array.isArray(channels) || !channels.every((one) => typeof one === 'string'))
    throw new Refused(400, 'channels has to be a list of texts')
  return { channels: [...new Set<string>(channels)], name, data, except: except ?? undefined }
}

function attributes(query: URLSearchParams) {
  return attributesIn(query.getAll('info').join(','))
}

function nameless(segment: string, index: number): string {
  return index === 1 ? '*' : segment
}

function plain(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function text(reply: FastifyReply, status: number, sentence: string) {
  return reply.code(status).type('text/plain; charset=utf-8').send(sentence)
}
