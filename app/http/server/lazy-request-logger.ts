import type { FastifyBaseLogger, FastifyLogFn } from 'fastify'

type LogArguments = Parameters<FastifyLogFn>

/**
 * Creates the child logger of a request, which carries its id, on first use: most requests log nothing. Fastify's
 * `childLoggerFactory` is no help, as Fastify validates its result for every request, which costs as much.
 *
 * @param log  the application's; its children become lazy
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

  constructor(create: () => FastifyBaseLogger) {
    this.#create = create
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
