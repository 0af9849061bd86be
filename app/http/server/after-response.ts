import type { FastifyRequest } from 'fastify'

import type { App } from './app-type.ts'

type Task = () => Promise<unknown>

declare module 'fastify' {
  interface FastifyRequest {
    /** Runs a task after the response was sent, so that its duration does not leak through the response time. */
    afterResponse(task: Task): void
  }
  interface FastifyInstance {
    /** The tasks that are not done yet. */
    afterResponseTasks: ReadonlySet<Promise<unknown>>
  }
}

const tasksByRequest = new WeakMap<FastifyRequest, Task[]>()

export function afterResponse(app: App): void {
  const pending = new Set<Promise<unknown>>()
  app.decorate('afterResponseTasks', pending)

  app.decorateRequest('afterResponse', function (this: FastifyRequest, task) {
    tasksByRequest.set(this, [...(tasksByRequest.get(this) ?? []), task])
  })

  app.addHook('onResponse', (request, _reply, done) => {
    const requestTasks = tasksByRequest.get(request)
    if (!requestTasks) return done()
    const all = Promise.allSettled(requestTasks.map((task) => task())).then((results) => {
      pending.delete(all)
      for (const { reason: err } of results.filter((it) => it.status === 'rejected')) {
        request.log.error({ err }, 'after-response task failed')
      }
    })
    pending.add(all)
    void all.finally(done)
  })

  app.addHook('onClose', () => Promise.all(pending))
}
