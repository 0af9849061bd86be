import { Actor } from './actor.ts'

const file = 'foyer-server.ts'

export interface Restarts {
  plannedSeconds: number
  killedSeconds: number
}

/**
 * Two processes stand at one address, as they should for a restart. The clients are unmodified, and so is their patience:
 * one that is refused waits for a quarter of a minute.
 *
 * @returns how long it takes until the last of so many sockets listens again
 */
export async function restarts(sockets: number): Promise<Restarts> {
  const first = new Actor(file)
  const port = await first.tell<number>('listen')
  const pages = new Actor('pages.ts', { PORT: String(port) })
  await pages.tell('open', sockets)
  await pages.tell('everybody')

  const second = await beside(port)
  const plannedSeconds = await secondsUntilBack(pages, () => first.tell('leave'))
  await first.end()

  const third = await beside(port)
  const killedSeconds = await secondsUntilBack(pages, () => second.end('SIGKILL'))
  await pages.end()
  await third.end()
  return { plannedSeconds, killedSeconds }
}

async function beside(port: number): Promise<Actor> {
  const server = new Actor(file)
  await server.tell('listen', port)
  return server
}

async function secondsUntilBack(pages: Actor, leave: () => Promise<unknown>): Promise<number> {
  await pages.tell('forget')
  const startedAt = performance.now()
  await leave()
  await pages.tell('everybody')
  return (performance.now() - startedAt) / 1000
}
