import { type Logger, pino } from 'pino'

import type { Config } from '#app/platform/config.ts'

/** What the platform writes to the log with; any Pino or Fastify logger is one. */
export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** The log of this process: JSON lines, or pretty ones on a developer's terminal; without secrets either way. */
export function openLog(config: Pick<Config, 'logLevel' | 'env'>): Logger {
  const options = logOptions(config)
  return options.transport ? pino(options) : pino(options, standardOutput())
}

function logOptions({ logLevel, env }: Pick<Config, 'logLevel' | 'env'>) {
  const isForEyes = env !== 'production' && process.stdout.isTTY
  return {
    level: logLevel,
    serializers: { req: requestLine, res: answerLine, err: errorLine },
    formatters: { log: withoutSecrets },
    hooks: { streamWrite: isForEyes ? visibleControls : plainLine },
    ...(isForEyes && { transport: pretty }),
  }
}

const pretty = {
  target: 'pino-pretty',
  options: { translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', singleLine: true },
}

interface Asked {
  method: string
  url: string
  ip: string
}

/** The path only: a query can hold anything. */
function requestLine({ method, url, ip }: Asked) {
  return { method, path: cut(url.split('?', 1)[0] ?? ''), ip }
}

function answerLine({ statusCode }: { statusCode: number }) {
  return { statusCode }
}

/** Only these: what else an error carries (a row, a mail, a form) is not for the log. */
function errorLine(error: unknown): ErrorLine {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const { name, message, stack = '', cause } = error
  return {
    type: name,
    message: cut(message),
    stack: cut(stack),
    ...('code' in error && { code: String(error.code) }),
    ...(cause instanceof Error && { cause: errorLine(cause) }),
  }
}

interface ErrorLine {
  type: string
  message: string
  stack: string
  [more: string]: unknown
}

const secretName =
  /passw|secret|token|cookie|authorization|xsrf|csrf|hash|(^|_)code$|sealed|payload/i
const deepest = 5
const longest = 5000

/** What someone sent can be long; a line that is kept and searched should not be. */
function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text
}

function withoutSecrets(details: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, hidden(name, value, 1)]),
  )
}

function hidden(name: string, value: unknown, depth: number): unknown {
  if (secretName.test(name)) return '[hidden]'
  if (Array.isArray(value)) {
    return depth < deepest ? value.map((item) => hidden('', item, depth + 1)) : '[deep]'
  }
  if (typeof value === 'string') return cut(value)
  if (!isPlain(value)) return value
  if (depth === deepest) return '[deep]'
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, hidden(key, inner, depth + 1)]),
  )
}

/** Requests, answers and errors are not: they have a line of their own. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** The last gate. Whatever looks like a secret of ours does not pass, wherever in the line it is. */
function plainLine(line: string): string {
  return line
    .replace(/[A-Za-z0-9_-]{43,}/g, '[hidden]')
    .replace(/[\u007F-\u009F\u2028-\u202E\u2066-\u2069]/g, escaped)
}

/** A terminal would obey what JSON only spells. */
function visibleControls(line: string): string {
  return plainLine(line).replace(/(?<!\\)((?:\\\\)*)\\u(?=[0-9a-f]{4})/g, '$1\\\\u')
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Losing the log (a full disk, a closed pipe) is no reason to stop serving. */
function standardOutput() {
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
