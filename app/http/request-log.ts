import type { FastifyBaseLogger, FastifyLogFn } from 'fastify'

type Said = Parameters<FastifyLogFn>

/**
 * Requests have a log of their own, with their id on every line. Most say nothing: it is made for those that do. What
 * Fastify has for this (`childLoggerFactory`) costs as much as making it: what comes from there is checked each time.
 *
 * @param log  of the application; what is made from it, and from that, comes late
 */
export function requestLogs({ log }: { log: FastifyBaseLogger }): void {
  const { child } = log
  log.child = function (this: FastifyBaseLogger, ...details) {
    return new RequestLog(() => child.apply(this, details))
  }
}

class RequestLog implements FastifyBaseLogger {
  readonly #make: () => FastifyBaseLogger
  #made: FastifyBaseLogger | null = null

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make
  }

  get #log(): FastifyBaseLogger {
    return (this.#made ??= this.#make())
  }

  get level(): string {
    return this.#log.level
  }

  set level(level: string) {
    this.#log.level = level
  }

  trace(...said: Said): void {
    this.#log.trace(...said)
  }

  debug(...said: Said): void {
    this.#log.debug(...said)
  }

  info(...said: Said): void {
    this.#log.info(...said)
  }

  warn(...said: Said): void {
    this.#log.warn(...said)
  }

  error(...said: Said): void {
    this.#log.error(...said)
  }

  fatal(...said: Said): void {
    this.#log.fatal(...said)
  }

  silent(...said: Said): void {
    this.#log.silent(...said)
  }

  child(...details: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#log.child(...details)
  }
}
