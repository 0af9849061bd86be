import type { FastifyBaseLogger, FastifyLogFn } from 'fastify'

type LogArguments = Parameters<FastifyLogFn>

/**
 * Requests have a log of their own, with their id on every line. Most say nothing: it is made for those that do. What
 * Fastify has for this (`childLoggerFactory`) costs as much as making it: what comes from there is checked each time.
 *
 * @param log  of the application; what is made from it, and from that, comes late
 */
export function lazyRequestLoggers({ log }: { log: FastifyBaseLogger }): void {
  const { child } = log
  log.child = function (this: FastifyBaseLogger, ...bindings) {
    return new LazyRequestLogger(() => child.apply(this, bindings))
  }
}

class LazyRequestLogger implements FastifyBaseLogger {
  readonly #create: () => FastifyBaseLogger
  #created: FastifyBaseLogger | null = null

  constructor(make: () => FastifyBaseLogger) {
    this.#create = make
  }

  get #target(): FastifyBaseLogger {
    return (this.#created ??= this.#create())
  }

  get level(): string {
    return this.#target.level
  }

  set level(level: string) {
    this.#target.level = level
  }

  trace(...args: LogArguments): void {
    this.#target.trace(...args)
  }

  debug(...args: LogArguments): void {
    this.#target.debug(...args)
  }

  info(...args: LogArguments): void {
    this.#target.info(...args)
  }

  warn(...args: LogArguments): void {
    this.#target.warn(...args)
  }

  error(...args: LogArguments): void {
    this.#target.error(...args)
  }

  fatal(...args: LogArguments): void {
    this.#target.fatal(...args)
  }

  silent(...args: LogArguments): void {
    this.#target.silent(...args)
  }

  child(...bindings: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#target.child(...bindings)
  }
}
