import cluster, { type Worker } from 'node:cluster'

import { type Bus, type Listener, memoryBus } from '@foyer/channels'
import { z } from 'zod'

type Append = Parameters<Bus['append']>

/** A worker's request to the primary. Both run the same version, so the contents are not validated. */
const BusRequest = z.object({
  busRequestId: z.number(),
  operation: z.enum(['open', 'append', 'listeners', 'close']),
  entries: z.custom<Append[0]>(Array.isArray),
  cached: z.custom<Append[1]>(Array.isArray),
})
type BusRequest = z.output<typeof BusRequest>
const BusResponse = z.object({ busResponseId: z.number(), count: z.number() })
const isObjectValue = (value: unknown) => typeof value === 'object' && value !== null
const BusNotification = z.union([
  z.object({ busSnapshot: z.custom<Parameters<Listener['onOpen']>[0]>(isObjectValue) }),
  z.object({ busBatch: z.custom<Parameters<Listener['onEntries']>[0]>(isObjectValue) }),
])

/** Runs in the cluster's primary: puts the messages of all workers into one order. */
export function serveWorkerBus(): void {
  const bus = memoryBus()
  const listeners = new Map<Worker, Listener>()

  async function handleRequest(
    worker: Worker,
    { operation, entries, cached }: BusRequest,
  ): Promise<number> {
    if (operation === 'listeners') return bus.listeners()
    if (operation === 'append') await bus.append(entries, cached)
    else if (operation === 'close') await removeListener(worker)
    else await bus.open(addListener(worker))
    return 0
  }

  function addListener(worker: Worker): Listener {
    const listener = workerListener(worker)
    listeners.set(worker, listener)
    return listener
  }

  async function removeListener(worker: Worker): Promise<void> {
    const listener = listeners.get(worker)
    listeners.delete(worker)
    if (listener) await bus.close(listener)
  }

  cluster.on('message', async (worker, message) => {
    const { data } = BusRequest.safeParse(message)
    if (!data) return
    const count = await handleRequest(worker, data)
    sendToWorker(worker, { busResponseId: data.busRequestId, count })
  })
  cluster.on('disconnect', (worker) => void removeListener(worker))
}

function workerListener(worker: Worker): Listener {
  return {
    onOpen: (busSnapshot) => sendToWorker(worker, { busSnapshot }),
    onEntries: (busBatch) => sendToWorker(worker, { busBatch }),
    // The memory bus never loses messages.
    onReset() {},
    onGap() {},
  }
}

function sendToWorker(worker: Worker, message: object): void {
  if (worker.isConnected()) worker.send(message)
}

/** Runs in a worker: forwards all operations to the primary. */
export function workerBus(): Bus {
  const pending = new Map<number, (count: number) => void>()
  let listener: Listener | undefined
  let lastRequestId = 0

  process.on('message', (message) => {
    const { data: notification } = BusNotification.safeParse(message)
    if (notification)
      return 'busBatch' in notification
        ? listener?.onEntries(notification.busBatch)
        : listener?.onOpen(notification.busSnapshot)
    const { data } = BusResponse.safeParse(message)
    if (!data) return
    pending.get(data.busResponseId)?.(data.count)
    pending.delete(data.busResponseId)
  })

  function request(
    operation: BusRequest['operation'],
    [entries, cached]: Append = [[], []],
  ): Promise<number> {
    const busRequestId = ++lastRequestId
    return new Promise((resolve) => {
      pending.set(busRequestId, resolve)
      process.send?.({ busRequestId, operation, entries, cached } satisfies BusRequest)
    })
  }

  return {
    async open(busListener) {
      listener = busListener
      await request('open')
    },
    async append(...batch) {
      await request('append', batch)
    },
    listeners: () => request('listeners'),
    async close() {
      await request('close')
    },
  }
}
