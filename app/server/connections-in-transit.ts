import type { Worker } from 'node:cluster'

/** A connection that the primary has accepted and hands to a worker. */
interface Handle {
  close(): void
}

const inTransit = new Map<Handle, Worker>()

/**
 * Closes the connections that were in transit to a worker when it died, so that their clients retry. Node closes its copy of a
 * connection when the worker acknowledges it; otherwise the copy stays open, and the client waits forever.
 */
export function closeAbandonedConnections(worker: Worker): void {
  const { process: child } = worker
  const send = child.send.bind(child)
  Object.defineProperty(child, 'send', {
    value(...args: Parameters<typeof send>) {
      if (isHandle(args[1])) track(args[1], worker)
      return send(...args)
    },
  })
  worker.once('exit', () => {
    for (const [handle, owner] of inTransit) if (owner === worker) handle.close()
  })
}

function track(handle: Handle, worker: Worker): void {
  // A worker that stops may return it; then it goes to another.
  const isKnown = inTransit.has(handle)
  inTransit.set(handle, worker)
  if (isKnown) return
  const close = handle.close.bind(handle)
  handle.close = () => {
    inTransit.delete(handle)
    close()
  }
}

function isHandle(value: unknown): value is Handle {
  return (
    typeof value === 'object' &&
    value !== null &&
    'close' in value &&
    typeof value.close === 'function'
  )
}
