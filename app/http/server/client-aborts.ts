import type { App } from './app.ts'

/**
 * Fastify tells of an answer (`onResponse`) when it is out or broke, and never of one that nobody waited for. What was asked
 * has happened all the same, and is to be logged, counted and written down: so once there is an answer, it is said to have broken.
 */
export function emitClientAborts(app: App): void {
  app.addHook('onSend', (_request, { raw }, payload, done) => {
    const emitError = () => {
      // Whoever was told listens no longer.
      if (raw.listenerCount('error') > 0) raw.emit('error', new Error('Who asked has hung up.'))
    }
    if (raw.destroyed) setImmediate(emitError)
    else raw.on('close', () => raw.writableFinished || setImmediate(emitError))
    done(null, payload)
  })
}
