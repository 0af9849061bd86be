import { type Logger, pino } from 'pino'

import type { Config } from '#app/platform/config/config.ts'

/** What the platform writes to the log with; any Pino or Fastify logger is one. */
export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** The log of this process: JSON lines, or pretty ones on a developer's terminal; without secrets either way. */
export function createLogger(config: Pick<Config, 'logLevel' | 'env'>): Logger {
  const options = logOptions(config)
  return options.transport ? pino(options) : pino(options, stdoutStream())
}

function logOptions({ logLevel, env }: Pick<Config, 'logLevel' | 'env'>) {
  const isPretty = env !== 'production' && process.stdout.isTTY
  return {
    level: logLevel,
    serializers: { req: serializeRequest, res: serializeResponse, err: serializeError },
    formatters: { log: redactSecrets },
    hooks: { streamWrite: isPretty ? escapeTerminalControls : sanitizeLine },
    ...(isPretty && { transport: prettyTransport }),
  }
}

const prettyTransport = {
  target: 'pino-pretty',
  options: { translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', singleLine: true },
}

interface LoggedRequest {
  method: string
  url: string
  ip: string
}

/** The path only: a query can hold anything. */
function serializeRequest({ method, url, ip }: LoggedRequest) {
  return { method, path: truncate(url.split('?', 1)[0] ?? ''), ip }
}

function serializeResponse({ statusCode }: { statusCode: number }) {
  return { statusCode }
}

/** Only these: what else an error carries (a row, a mail, a form) is not for the log. */
function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const { name, message, stack = '', cause } = error
  return {
    type: name,
    message: truncate(message),
    stack: truncate(stack),
    ...('code' in error && { code: String(error.code) }),
    ...(cause instanceof Error && { cause: serializeError(cause) }),
  }
}

interface SerializedError {
  type: string
  message: string
  stack: string
  [more: string]: unknown
}

const secretNamePattern =
  /passw|secret|token|cookie|authorization|xsrf|csrf|hash|(^|_)code$|sealed|payload/i
const maxDepth = 5
const maxLength = 5000

/** What someone sent can be long; a line that is kept and searched should not be. */
function truncate(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}… (${text.length} characters)` : text
}

function redactSecrets(details: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, redact(name, value, 1)]),
  )
}

function redact(name: string, value: unknown, depth: number): unknown {
  if (secretNamePattern.test(name)) return '[hidden]'
  if (Array.isArray(value)) {
    return depth < maxDepth ? value.map((item) => redact('', item, depth + 1)) : '[deep]'
  }
  if (typeof value === 'string') return truncate(value)
  if (!isPlainObject(value)) return value
  if (depth === maxDepth) return '[deep]'
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, redact(key, inner, depth + 1)]),
  )
}

/** Requests, answers and errors are not: they have a line of their own. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** The last gate. Whatever looks like a secret of ours does not pass, wherever in the line it is. */
function sanitizeLine(line: string): string {
  return line
    .replace(/[A-Za-z0-9_-]{43,}/g, '[hidden]')
    .replace(/[\u007F-\u009F\u2028-\u202E\u2066-\u2069]/g, unicodeEscape)
}

/** A terminal would obey what JSON only spells. */
function escapeTerminalControls(line: string): string {
  return sanitizeLine(line).replace(/(?<!\\)((?:\\\\)*)\\u(?=[0-9a-f]{4})/g, '$1\\\\u')
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Losing the log (a full disk, a closed pipe) is no reason to stop serving. */
function stdoutStream() {
  process.stdout.on('error', () => {})
  return {
    write(line: string) {
      try {
        process.stdout.write(line)
      } catch {
        // There is nowhere left to say it.
      }
    },
  }
}
