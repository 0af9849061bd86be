import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Hub } from '#hub/hub.ts'
import { isUserId } from '#protocol/channel-name.ts'
import { closeCodes } from '#protocol/close-codes.ts'
import { isObject, type JsonObject, parseJsonObject } from '#protocol/json.ts'
import type { Credentials } from '#protocol/signatures.ts'

import {
  parseAttributes,
  channelAttributes,
  channelInfo,
  occupiedChannels,
  channelUsers,
} from './channel-info.ts'
import { HttpError } from './http-error.ts'
import { settleAppends, publish, type Publication } from './publish.ts'
import { signatureError } from './verify-signature.ts'

const maxBodyBytes = 262_144
const retryAfterSeconds = '5'

export interface ApiOptions {
  hub: Hub
  credentials: Credentials
  appId: string
  path: string
  now(): number
}

interface ApiRequest {
  hub: Hub
  segments: string[]
  query: URLSearchParams
  body: JsonObject
}

/** Parses paths itself: Fastify limits parameter length application-wide, and the signature covers the raw path. */
export async function api(app: FastifyInstance, options: ApiOptions): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: maxBodyBytes },
    (_request, body, done) => done(null, body),
  )
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const status = error.statusCode ?? 500
    if (status === 503) reply.header('retry-after', retryAfterSeconds)
    if (status >= 500 && status !== 503) options.hub.settings.onError(error)
    return sendText(reply, status, status === 500 ? 'Internal error' : error.message)
  })
  app.route({
    method: ['GET', 'POST'],
    url: `${options.path}/apps/*`,
    exposeHeadRoute: false,
    handler: (request, reply) => handleRequest(options, request, reply),
  })
}

async function handleRequest(options: ApiOptions, request: FastifyRequest, reply: FastifyReply) {
  const { hub, credentials, appId, path, now } = options
  const url = request.raw.url ?? ''
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const [ownPath = '', query = ''] = url.split('?', 2)
  const [id, ...segments] = ownPath.slice(`${path}/apps/`.length).split('/').map(decodeSegment)
  if (id !== appId) return sendText(reply, 404, 'Unknown application')
  const signatureProblem = signatureError(credentials, { method: request.method, url, body }, now())
  if (signatureProblem !== null) return sendText(reply, 401, signatureProblem)

  const handle = routes[`${request.method} ${segments.map(wildcardSegment).join('/')}`]
  if (!handle) return sendText(reply, 404, 'Not found')
  const object = body.length === 0 ? {} : parseJsonObject(body.toString())
  if (!object) throw new HttpError(400, 'The body must be a JSON object')
  const parameters = new URLSearchParams(query)
  return reply.send(await handle({ hub, segments, query: parameters, body: object }))
}

const routes: Record<string, (request: ApiRequest) => Promise<object>> = {
  'POST events': trigger,
  'POST batch_events': triggerBatch,
  'GET channels': async ({ hub, query }) => ({
    channels: occupiedChannels(hub, query.get('filter_by_prefix') ?? '', queryAttributes(query)),
  }),
  'GET channels/*': async ({ hub, segments: [, name = ''], query }) =>
    channelInfo(hub, name, queryAttributes(query)),
  'GET channels/*/users': async ({ hub, segments: [, name = ''] }) => ({
    users: channelUsers(hub, name),
  }),
  'POST users/*/terminate_connections': terminate,
}

async function trigger({ hub, body }: ApiRequest): Promise<object> {
  const requested = parseAttributes(body['info'])
  const publication = parsePublication(body, body['channels'] ?? [body['channel']])
  await publish(hub, [publication])
  if (requested.length === 0) return {}
  const infos = publication.channels.map((name) => [name, channelAttributes(hub, name, requested)])
  return { channels: Object.fromEntries(infos) }
}

async function triggerBatch({ hub, body: { batch } }: ApiRequest): Promise<object> {
  if (!Array.isArray(batch)) throw new HttpError(400, 'batch must be an array')
  const items = batch.map((item: unknown) => {
    if (!isObject(item)) throw new HttpError(400, 'Each event must be an object')
    return {
      publication: parsePublication(item, [item['channel']]),
      requested: parseAttributes(item['info']),
    }
  })
  await publish(
    hub,
    items.map(({ publication }) => publication),
  )
  if (items.every(({ requested }) => requested.length === 0)) return {}
  const attributesOfItem = ({ publication, requested }: (typeof items)[number]) =>
    channelAttributes(hub, publication.channels[0] ?? '', requested)
  return { batch: items.map(attributesOfItem) }
}

async function terminate({ hub, segments: [, user] }: ApiRequest): Promise<object> {
  if (!isUserId(user)) throw new HttpError(400, 'Invalid user id')
  const closing = {
    by: 'user',
    value: user,
    code: closeCodes.unauthorized,
    reason: 'Terminated',
  } as const
  await settleAppends([hub.appendQueue.push({ kind: 'close', ...closing })])
  return {}
}

function parsePublication(
  { name, data, socket_id: except }: JsonObject,
  channels: unknown,
): Publication {
  if (typeof name !== 'string') throw new HttpError(400, 'name must be a string')
  if (typeof data !== 'string') throw new HttpError(400, 'data must be a string')
  if (except !== undefined && except !== null && typeof except !== 'string')
    throw new HttpError(400, 'socket_id must be a string')
  if (!Array.isArray(channels) || !channels.every((channel) => typeof channel === 'string'))
    throw new HttpError(400, 'channels must be an array of strings')
  return { channels: [...new Set<string>(channels)], name, data, except: except ?? undefined }
}

function queryAttributes(query: URLSearchParams) {
  return parseAttributes(query.getAll('info').join(','))
}

function wildcardSegment(segment: string, index: number): string {
  return index === 1 ? '*' : segment
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function sendText(reply: FastifyReply, status: number, message: string) {
  return reply.code(status).type('text/plain; charset=utf-8').send(message)
}
