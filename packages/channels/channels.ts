import { randomBytes } from 'node:crypto'

import nacl from 'tweetnacl'

import { sendAway } from '#gateway/drain.ts'
import type { Gateway } from '#gateway/gateway.ts'
import {
  attributesIn,
  channelInfo,
  type ChannelInfo,
  occupiedChannels,
  usersIn,
} from '#http/info.ts'
import { inTime, publish } from '#http/publish.ts'
import { Refused } from '#http/refused.ts'
import { type Closing, isClosing } from '#hub/entries.ts'
import type { Hub } from '#hub/hub.ts'
import { BusUnavailable } from '#hub/outbox.ts'
import { channelKind, channelOfUser, isSocketId } from '#protocol/channel-name.ts'
import {
  type Grant,
  grantChannel,
  type Granted,
  grantUser,
  type Place,
  sharedSecret,
  type User,
} from '#protocol/grants.ts'
import type { Credentials } from '#protocol/signatures.ts'

export interface ChannelsParts {
  hub: Hub
  gateway: Gateway
  credentials: Credentials
  encryptionKey: Buffer | null
  drainMs: number
  closeMs: number
}

export interface Event {
  channels: string[]
  name: string
  /** Any JSON; a text goes through as it is. */
  data: unknown
  /** The id of the socket that knows already. */
  except?: string | undefined
}

/** The server, as the process it lives in speaks to it. */
export class Channels {
  readonly #parts: ChannelsParts

  constructor(parts: ChannelsParts) {
    this.#parts = parts
  }

  /** What it does now: for health checks and graphs. */
  get figures() {
    const { hub, gateway } = this.#parts
    return {
      node: hub.node,
      otherNodes: hub.nodes.others,
      sockets: hub.connections.size,
      channels: hub.channels.size,
      users: hub.users.size,
      watchedUsers: hub.watchlists.size,
      closed: Object.fromEntries(gateway.closed),
      refused: Object.fromEntries(gateway.refused),
      isReady: gateway.admission.isReady && hub.outbox.isAnswered,
      isDraining: gateway.admission.isDraining,
    }
  }

  /** @throws when the nodes cannot tell each other anything now: those who listen stay, and wait */
  async ping(): Promise<void> {
    const { hub, gateway } = this.#parts
    if (!gateway.admission.isReady) throw new BusUnavailable('The bus was never there')
    await hub.settings.bus.listeners()
  }

  /** How far this node has heard: who asks to recover from here misses nothing that is said from now on. */
  get place(): Place {
    const { history, order } = this.#parts.hub
    return { epoch: history.epoch, offset: order.position }
  }

  async trigger(...events: Event[]): Promise<void> {
    const texts = events.map((event) => ({ ...event, data: this.#textOf(event) }))
    await publish(this.#parts.hub, texts)
  }

  async sendToUser(user: string, name: string, data: unknown): Promise<void> {
    await this.trigger({ channels: [channelOfUser(user)], name, data })
  }

  /** Whose socket it is, in words of the application: a session, a permission. Sockets are closed by such labels. */
  async bind(socket: string, label: string): Promise<void> {
    if (!isSocketId(socket)) throw new Refused(400, 'Not an id of a socket')
    await inTime([this.#parts.hub.outbox.push({ kind: 'bind', socket, label })])
  }

  /**
   * Closes sockets on every node.
   *
   * @param code  4009 when they must not come back (a label stays closed to late ones for an hour), 4200 when they shall
   *   come back and ask again for every channel
   */
  async close(by: Closing['by'], value: string, code = 4009, reason = 'Ended'): Promise<void> {
    const closing = { by, value, code, reason }
    if (!isClosing(closing)) throw new Refused(400, 'Sockets cannot be closed so')
    await inTime([this.#parts.hub.outbox.push({ kind: 'close', ...closing })])
  }

  channels({ prefix = '', info = '' } = {}): Record<string, ChannelInfo> {
    return occupiedChannels(this.#parts.hub, prefix, attributesIn(info))
  }

  channel(name: string, info = ''): ChannelInfo {
    return channelInfo(this.#parts.hub, name, attributesIn(info))
  }

  users(channel: string): string[] {
    return usersIn(this.#parts.hub, channel).map(({ id }) => id)
  }

  /** @throws {Refused} for what must not be signed */
  authorize(socket: string, channel: string, grant: Grant = {}): Granted {
    const { credentials, encryptionKey } = this.#parts
    return grantChannel(credentials, socket, channel, grant, encryptionKey)
  }

  /** @throws {Refused} for what must not be signed */
  authenticate(socket: string, user: User): { auth: string; user_data: string } {
    return grantUser(this.#parts.credentials, socket, user)
  }

  /** Lets nobody in any more and sends everybody to the other nodes, or to the one that comes after this. */
  async drain(): Promise<void> {
    const { hub, gateway, drainMs, closeMs } = this.#parts
    gateway.admission.isDraining = true
    await sendAway([...hub.connections.values()], { budgetMs: drainMs, closeMs })
  }

  #textOf({ channels, data }: Event): string {
    const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? 'null')
    const [channel = ''] = channels
    const { encryptionKey } = this.#parts
    if (!channelKind(channel)?.isEncrypted) return text
    if (!encryptionKey) throw new Refused(400, 'There is no key to encrypt with')
    return sealed(text, sharedSecret(channel, encryptionKey))
  }
}

function sealed(text: string, key: Buffer): string {
  const nonce = randomBytes(nacl.secretbox.nonceLength)
  const ciphertext = nacl.secretbox(Buffer.from(text), nonce, key)
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  return JSON.stringify({ nonce: base64(nonce), ciphertext: base64(ciphertext) })
}
