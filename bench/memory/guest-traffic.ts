import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import { WebSocket } from 'ws'

import { HttpClient } from '#testing/http-client.ts'

const pauseMs = 20

/** Guests from changing addresses, one after another: pages, a missing page, a wrong sign-in, and a socket that comes and goes. */
export class GuestTraffic {
  requests = 0
  sockets = 0
  readonly #origin: string
  readonly #channelsKey: string
  readonly #loop: Promise<void>
  #isStopping = false

  constructor(origin: string, channelsKey: string) {
    this.#origin = origin
    this.#channelsKey = channelsKey
    this.#loop = this.#run()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#loop
  }

  async #run(): Promise<void> {
    for (let guest = 0; !this.#isStopping; guest++) {
      await this.#visit(guest)
      await this.#connect()
      await sleep(pauseMs)
    }
  }

  async #visit(guest: number): Promise<void> {
    const client = new HttpClient(this.#origin)
    const headers = {
      accept: 'text/html',
      'x-forwarded-for': `10.${guest % 250}.${Math.floor(guest / 250) % 250}.9`,
    }
    const body = { email: `nobody${guest}@example.com`, password: 'a wrong guess' }
    for (const path of ['/', `/login?guest=${guest}`, '/register', `/missing/${guest}`])
      await this.#request(client, path, { headers })
    await this.#request(client, '/login', { method: 'POST', headers, body })
  }

  async #request(client: HttpClient, ...args: Parameters<HttpClient['request']>): Promise<void> {
    const response = await client.request(...args)
    await response.arrayBuffer()
    this.requests++
    if (response.status >= 500) throw new Error(`${args[0]} answered ${response.status}`)
  }

  async #connect(): Promise<void> {
    const address = `${this.#origin.replace('http', 'ws')}/app/${this.#channelsKey}?protocol=7`
    const socket = new WebSocket(address, { origin: this.#origin })
    await once(socket, 'message', { signal: AbortSignal.timeout(15_000) })
    const closed = once(socket, 'close')
    socket.close()
    await closed
    this.sockets++
  }
}
