import { type Logger, pino } from 'pino'

/** The logger interface of the platform; any Pino or Fastify logger implements it. */
export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

interface LogConfig {
  logLevel: string
  env: string
}

/**
 * Creates the logger: JSON lines, or pretty output on a developer's terminal. Secrets are redacted in both.
 *
 * @param mixin  returns fields of every line
 */
export function createLogger(config: LogConfig, mixin?: () => object): Logger {
  const options = { ...logOptions(config), ...(mixin && { mixin }) }
  return options.transport ? pino(options) : pino(options, stdoutStream())
}

function logOptions({ logLevel, env }: LogConfig) {
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

/** The path only: the query can contain secrets. */
function serializeRequest({ method, url, ip }: LoggedRequest) {
  return { method, path: truncate(url.split('?', 1)[0] ?? ''), ip }
}

function serializeResponse({ statusCode }: { statusCode: number }) {
  return { statusCode }
}

/** Only these fields: other properties of an error can contain rows, mails or forms. */
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

/** Limits user-supplied text, so that log lines stay searchable. */
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

/** False for requests, responses and errors: they have serializers. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Last line of defense: hides anything that looks like a secret and escapes control characters. */
function sanitizeLine(line: string): string {
  return line
    .replace(/[A-Za-z0-9_-]{43,}/g, '[hidden]')
    .replace(/[\u007F-\u009F\u2028-\u202E\u2066-\u2069]/g, unicodeEscape)
}

/** Doubles the backslash of \u escapes, because pino-pretty decodes them for the terminal. */
function escapeTerminalControls(line: string): string {
  return sanitizeLine(line).replace(/(?<!\\)((?:\\\\)*)\\u(?=[0-9a-f]{4})/g, '$1\\\\u')
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Ignores write errors: a full disk or a closed pipe must not stop the server. */
function stdoutStream() {
  process.stdout.on('error', () => {})
  return {
    write(line: string) {
      try {
        process.stdout.write(line)
      } catch {
        // Nowhere left to report it.
      }
    },
  }
}
