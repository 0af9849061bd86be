import { parseChannelKind, isSocketId, isUserId } from '#protocol/channel-name.ts'
import { isObject, type JsonObject } from '#protocol/json.ts'

/** An event published by the application or through the HTTP API. */
export interface Event {
  name: string
  data: string
}

/** An entry of the log that nodes share. Every node applies entries in the same order. */
export type LogEntry =
  | ({ kind: 'event'; channels: string[]; except?: string } & Event)
  | { kind: 'client'; channel: string; name: string; data?: unknown; socket: string; user?: string }
  | { kind: 'join'; channel: string; user: string; info: string; ticket: number }
  | { kind: 'leave'; channel: string; user: string }
  | { kind: 'counts'; counts: [channel: string, sockets: number][] }
  | { kind: 'hello' | 'beat' | 'bye' }
  | { kind: 'state'; members: [string, string, string][]; counts: [string, number][] }
  | { kind: 'gone'; node: string }
  | { kind: 'bind'; socket: string; label: string }
  | ({ kind: 'close' } & CloseCommand)

export interface CloseCommand {
  by: 'user' | 'label' | 'socket'
  value: string | string[]
  code: number
  reason: string
}

/** @param seq  increases per node, which makes duplicates detectable */
export type SentEntry = LogEntry & { from: string; seq: number }

export const entryVersion = 1

/** @returns null for anything but an entry of this version: others may write to the bus */
export function parseLogEntry(value: unknown): SentEntry | null {
  if (!isObject(value) || value['v'] !== entryVersion) return null
  const { kind, from, seq } = value
  if (typeof from !== 'string' || !Number.isSafeInteger(seq) || typeof kind !== 'string')
    return null
  return isSentEntry(value) ? value : null
}

function isSentEntry(value: JsonObject): value is JsonObject & SentEntry {
  return Object.hasOwn(validators, String(value['kind'])) && validatorFor(value['kind'])(value)
}

type Validator = (value: JsonObject) => boolean

function validatorFor(kind: unknown): Validator {
  return validators[String(kind)] ?? (() => false)
}

const validators: Record<string, Validator> = {
  event: ({ channels, name, data, except }) =>
    isListOf(channels, isChannel) &&
    isString(name) &&
    isString(data) &&
    isOptional(except, isSocketId),
  client: ({ channel, name, socket, user }) =>
    isChannel(channel) && isString(name) && isSocketId(socket) && isOptional(user, isUserId),
  join: ({ channel, user, info, ticket }) =>
    isRosterName(channel) && isUserId(user) && isString(info) && Number.isSafeInteger(ticket),
  leave: ({ channel, user }) => isRosterName(channel) && isUserId(user),
  counts: ({ counts }) => isListOf(counts, isCount),
  hello: () => true,
  beat: () => true,
  bye: () => true,
  state: ({ members, counts }) => isListOf(members, isMember) && isListOf(counts, isCount),
  gone: ({ node }) => isString(node),
  bind: ({ socket, label }) => isSocketId(socket) && isString(label),
  close: (value) => isCloseCommand(value),
}

const maxReasonBytes = 120

/** Whether this is a valid close command. RFC 6455 §5.5 leaves 123 bytes for the reason. */
export function isCloseCommand({
  by,
  value,
  code,
  reason,
}: { [Key in keyof CloseCommand]?: unknown }): boolean {
  return (
    isString(by) &&
    ['user', 'label', 'socket'].includes(by) &&
    (isString(value) || isListOf(value, isString)) &&
    isString(reason) &&
    Buffer.byteLength(reason) <= maxReasonBytes &&
    typeof code === 'number' &&
    Number.isInteger(code) &&
    code >= 4000 &&
    code <= 4999
  )
}

/** The roster of all signed-in users, which is not a channel. */
export const allUsersRoster = '#users'

function isRosterName(value: unknown): boolean {
  return value === allUsersRoster || isChannel(value)
}

function isChannel(value: unknown): boolean {
  return typeof value === 'string' && parseChannelKind(value) !== null
}

function isString(value: unknown): value is string {
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
  return Array.isArray(value) && isRosterName(value[0]) && isUserId(value[1]) && isString(value[2])
}
