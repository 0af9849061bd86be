import cluster, { type Worker } from 'node:cluster'

import { type Bus, type Listener, memoryBus } from '@foyer/channels'
import { z } from 'zod'

type Append = Parameters<Bus['append']>

/** What a worker asks of the process that watches over it. Both are of one version: what is inside is the library's affair. */
const Question = z.object({
  busQuestion: z.number(),
  asks: z.enum(['open', 'append', 'listeners', 'close']),
  entries: z.custom<Append[0]>(Array.isArray),
  cached: z.custom<Append[1]>(Array.isArray),
})
type Question = z.output<typeof Question>
const Answer = z.object({ busAnswer: z.number(), count: z.number() })
const isObject = (value: unknown) => typeof value === 'object' && value !== null
const News = z.union([
  z.object({ busOpened: z.custom<Parameters<Listener['opened']>[0]>(isObject) }),
  z.object({ busSaid: z.custom<Parameters<Listener['said']>[0]>(isObject) }),
])

/** In the process that watches over the workers: gives what they tell each other on the channels one order. */
export function passBetweenWorkers(): void {
  const bus = memoryBus()
  const listeners = new Map<Worker, Listener>()

  async function answer(worker: Worker, { asks, entries, cached }: Question): Promise<number> {
    if (asks === 'listeners') return bus.listeners()
    if (asks === 'append') await bus.append(entries, cached)
    else if (asks === 'close') await left(worker)
    else await bus.open(came(worker))
    return 0
  }

  function came(worker: Worker): Listener {
    const listener = listenerOf(worker)
    listeners.set(worker, listener)
    return listener
  }

  async function left(worker: Worker): Promise<void> {
    const listener = listeners.get(worker)
    listeners.delete(worker)
    if (listener) await bus.close(listener)
  }

  cluster.on('message', async (worker, message) => {
    const { data } = Question.safeParse(message)
    if (!data) return
    const count = await answer(worker, data)
    tell(worker, { busAnswer: data.busQuestion, count })
  })
  cluster.on('disconnect', (worker) => void left(worker))
}

function listenerOf(worker: Worker): Listener {
  return {
    opened: (busOpened) => tell(worker, { busOpened }),
    said: (busSaid) => tell(worker, { busSaid }),
    // Memory loses nothing.
    renewed() {},
    lost() {},
  }
}

function tell(worker: Worker, message: object): void {
  if (worker.isConnected()) worker.send(message)
}

/** In a worker: leaves the order to the process that watches over it. */
export function workersBus(): Bus {
  const waiting = new Map<number, (count: number) => void>()
  let listener: Listener | undefined
  let asked = 0

  process.on('message', (message) => {
    const { data: news } = News.safeParse(message)
    if (news)
      return 'busSaid' in news ? listener?.said(news.busSaid) : listener?.opened(news.busOpened)
    const { data } = Answer.safeParse(message)
    if (!data) return
    waiting.get(data.busAnswer)?.(data.count)
    waiting.delete(data.busAnswer)
  })

  function ask(asks: Question['asks'], [entries, cached]: Append = [[], []]): Promise<number> {
    const busQuestion = ++asked
    return new Promise((resolve) => {
      waiting.set(busQuestion, resolve)
      process.send?.({ busQuestion, asks, entries, cached } satisfies Question)
    })
  }

  return {
    async open(own) {
      listener = own
      await ask('open')
    },
    async append(...said) {
      await ask('append', said)
    },
    listeners: () => ask('listeners'),
    async close() {
      await ask('close')
    },
  }
}
