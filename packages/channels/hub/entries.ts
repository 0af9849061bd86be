import { channelKind, isSocketId, isUserId } from '#protocol/channel-name.ts'
import { isObject, type JsonObject } from '#protocol/json.ts'

/** An event of the application, or of somebody who may publish for it. */
export interface Event {
  name: string
  data: string
}

/** What nodes tell each other. Each has one place in an order that is the same for all. */
export type Entry =
  | ({ kind: 'event'; channels: string[]; except?: string } & Event)
  | { kind: 'client'; channel: string; name: string; data?: unknown; socket: string; user?: string }
  | { kind: 'join'; channel: string; user: string; info: string; ticket: number }
  | { kind: 'leave'; channel: string; user: string }
  | { kind: 'counts'; counts: [channel: string, sockets: number][] }
  | { kind: 'hello' | 'beat' | 'bye' }
  | { kind: 'state'; members: [string, string, string][]; counts: [string, number][] }
  | { kind: 'gone'; node: string }
  | { kind: 'bind'; socket: string; label: string }
  | ({ kind: 'close' } & Closing)

export interface Closing {
  by: 'user' | 'label' | 'socket'
  value: string
  code: number
  reason: string
}

/** @param seq  counts up in one node's entries, so that one sent twice is taken once */
export type Sent = Entry & { from: string; seq: number }

export const version = 1

/** @returns null for anything that is not an entry of this version: the bus may be shared with strangers */
export function readEntry(value: unknown): Sent | null {
  if (!isObject(value) || value['v'] !== version) return null
  const { kind, from, seq } = value
  if (typeof from !== 'string' || !Number.isSafeInteger(seq) || typeof kind !== 'string')
    return null
  return isSent(value) ? value : null
}

function isSent(value: JsonObject): value is JsonObject & Sent {
  return Object.hasOwn(shapes, String(value['kind'])) && shapeOf(value['kind'])(value)
}

type Shape = (value: JsonObject) => boolean

function shapeOf(kind: unknown): Shape {
  return shapes[String(kind)] ?? (() => false)
}

const shapes: Record<string, Shape> = {
  event: ({ channels, name, data, except }) =>
    isListOf(channels, isChannel) && isText(name) && isText(data) && isOptional(except, isSocketId),
  client: ({ channel, name, socket, user }) =>
    isChannel(channel) && isText(name) && isSocketId(socket) && isOptional(user, isUserId),
  join: ({ channel, user, info, ticket }) =>
    isRoster(channel) && isUserId(user) && isText(info) && Number.isSafeInteger(ticket),
  leave: ({ channel, user }) => isRoster(channel) && isUserId(user),
  counts: ({ counts }) => isListOf(counts, isCount),
  hello: () => true,
  beat: () => true,
  bye: () => true,
  state: ({ members, counts }) => isListOf(members, isMember) && isListOf(counts, isCount),
  gone: ({ node }) => isText(node),
  bind: ({ socket, label }) => isSocketId(socket) && isText(label),
  close: (value) => isClosing(value),
}

const mostReasonBytes = 120

/** Whether sockets can be closed so: RFC 6455 §5.5 leaves 123 bytes for the reason. */
export function isClosing({
  by,
  value,
  code,
  reason,
}: { [Key in keyof Closing]?: unknown }): boolean {
  return (
    isText(by) &&
    ['user', 'label', 'socket'].includes(by) &&
    isText(value) &&
    isText(reason) &&
    Buffer.byteLength(reason) <= mostReasonBytes &&
    typeof code === 'number' &&
    Number.isInteger(code) &&
    code >= 4000 &&
    code <= 4999
  )
}

/** The roster of everybody who is signed in, which is no channel. */
export const everybody = '#users'

function isRoster(value: unknown): boolean {
  return value === everybody || isChannel(value)
}

function isChannel(value: unknown): boolean {
  return typeof value === 'string' && channelKind(value) !== null
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isOptional(value: unknown, is: (value: unknown) => boolean): boolean {
  return value === undefined || is(value)
}

function isListOf(value: unknown, is: (value: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(is)
}

function isCount(value: unknown): boolean {
  return Array.isArray(value) && isChannel(value[0]) && Number.isSafeInteger(value[1])
}

function isMember(value: unknown): boolean {
  return Array.isArray(value) && isRoster(value[0]) && isUserId(value[1]) && isText(value[2])
}
