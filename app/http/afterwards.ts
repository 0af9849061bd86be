import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'

type Task = () => Promise<unknown>

declare module 'fastify' {
  interface FastifyRequest {
    /** Does something once the answer is on its way, so that how long it takes tells the asker nothing. */
    afterwards(task: Task): void
  }
}

const tasks = new WeakMap<FastifyRequest, Task[]>()

export function afterwards(app: App): void {
  const running = new Set<Promise<unknown>>()

  app.decorateRequest('afterwards', function (this: FastifyRequest, task) {
    tasks.set(this, [...(tasks.get(this) ?? []), task])
  })

  app.addHook('onResponse', (request, _reply, done) => {
    const mine = tasks.get(request)
    if (!mine) return done()
    const all = Promise.allSettled(mine.map((task) => task())).then((results) => {
      running.delete(all)
      for (const { reason: err } of results.filter((it) => it.status === 'rejected')) {
        request.log.error({ err }, 'failed after the answer')
      }
    })
    running.add(all)
    void all.finally(done)
  })

  app.addHook('onClose', () => Promise.all(running))
}
