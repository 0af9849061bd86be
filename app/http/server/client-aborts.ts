import type { App } from './app-type.ts'

/**
 * Fastify never fires `onResponse` when the client disconnects first. The request was processed and must be logged, so emit
 * 'error' on the raw response.
 */
export function emitClientAborts(app: App): void {
  app.addHook('onSend', (_request, { raw }, payload, done) => {
    const emitError = () => {
      // After onResponse has fired there is no listener, and an unhandled 'error' would throw.
      if (raw.listenerCount('error') > 0) raw.emit('error', new Error('Client disconnected'))
    }
    if (raw.destroyed) setImmediate(emitError)
    else raw.on('close', () => raw.writableFinished || setImmediate(emitError))
    done(null, payload)
  })
}
