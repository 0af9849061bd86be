import { randomBytes } from 'node:crypto'

import nacl from 'tweetnacl'

import type { Gateway } from '#gateway/gateway.ts'
import { settleAppends, publish } from '#http/publish.ts'
import { BusUnavailable } from '#hub/append-queue.ts'
import type { Hub } from '#hub/hub.ts'
import { type CloseCommand, isCloseCommand } from '#hub/log-entries.ts'
import { parseChannelKind, userChannelOf, isSocketId } from '#protocol/channel-name.ts'
import { closeCodes } from '#protocol/close-codes.ts'
import {
  type Grant,
  grantChannel,
  type Granted,
  grantUser,
  type StreamPosition,
  sharedSecret,
  type User,
} from '#protocol/grants.ts'
import type { Credentials } from '#protocol/signatures.ts'

import { drainConnections } from './gateway/drain-connections.ts'
import {
  parseAttributes,
  channelInfo,
  type ChannelInfo,
  occupiedChannels,
  channelUsers,
} from './http/channel-info.ts'
import { HttpError } from './http/http-error.ts'

/** @internal */
export interface ChannelsServices {
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
  /** Any JSON value. A string is sent unchanged. */
  data: unknown
  /** Id of the socket that caused the event and must not receive it. */
  except?: string | undefined
}

/** The channels server's API for the process it runs in. */
export class Channels {
  readonly #services: ChannelsServices

  /** @internal */
  constructor(services: ChannelsServices) {
    this.#services = services
  }

  get metrics() {
    const { hub, gateway } = this.#services
    return {
      node: hub.node,
      otherNodes: hub.nodes.others,
      sockets: hub.connections.size,
      channels: hub.channels.size,
      users: hub.users.size,
      watchedUsers: hub.watchlists.size,
      closed: Object.fromEntries(gateway.closed),
      refused: Object.fromEntries(gateway.refused),
      isReady: gateway.admission.isReady && hub.appendQueue.isHealthy,
      isDraining: gateway.admission.isDraining,
    }
  }

  /** @throws when the bus does not answer; connected sockets stay open */
  async ping(): Promise<void> {
    const { hub, gateway } = this.#services
    if (!gateway.admission.isReady) throw new BusUnavailable('The bus has not opened yet')
    await hub.settings.bus.listeners()
  }

  /** The position this node has reached. A client that recovers from here misses nothing sent later. */
  get position(): StreamPosition {
    const { history, logApplier, offsetCipher } = this.#services.hub
    const { position } = logApplier
    return {
      epoch: history.epoch,
      // Most callers never send it, and encrypting costs more than the rest.
      get offset() {
        return offsetCipher.encrypt(position)
      },
    }
  }

  async trigger(...events: Event[]): Promise<void> {
    const encoded = events.map((event) => ({ ...event, data: this.#encodeData(event) }))
    await publish(this.#services.hub, encoded)
  }

  async sendToUser(user: string, name: string, data: unknown): Promise<void> {
    await this.trigger({ channels: [userChannelOf(user)], name, data })
  }

  /** Attaches an application label to a socket, such as a session or a permission, for `close`. */
  async bind(socket: string, label: string): Promise<void> {
    if (!isSocketId(socket)) throw new HttpError(400, 'Invalid socket id')
    await settleAppends([this.#services.hub.appendQueue.push({ kind: 'bind', socket, label })])
  }

  /**
   * Closes sockets on every node.
   *
   * @param value  one, or a list that is sent to the nodes at once
   * @param code  4009 (unauthorized): clients must not reconnect, and sockets bound to the label within the next hour are closed too.
   *   4200 (reconnect): clients reconnect and authorize every channel again.
   */
  async close(
    by: CloseCommand['by'],
    value: string | string[],
    code: number = closeCodes.unauthorized,
    reason = 'Closed',
  ): Promise<void> {
    const closing = { by, value, code, reason }
    if (!isCloseCommand(closing)) throw new HttpError(400, 'Invalid close command')
    await settleAppends([this.#services.hub.appendQueue.push({ kind: 'close', ...closing })])
  }

  channels({ prefix = '', info = '' } = {}): Record<string, ChannelInfo> {
    return occupiedChannels(this.#services.hub, prefix, parseAttributes(info))
  }

  channel(name: string, info = ''): ChannelInfo {
    return channelInfo(this.#services.hub, name, parseAttributes(info))
  }

  users(channel: string): string[] {
    return channelUsers(this.#services.hub, channel).map(({ id }) => id)
  }

  /** @throws {HttpError} for what must not be signed */
  authorize(socket: string, channel: string, grant: Grant = {}): Granted {
    const { credentials, encryptionKey } = this.#services
    return grantChannel(credentials, socket, channel, grant, encryptionKey)
  }

  /** @throws {HttpError} for what must not be signed */
  authenticate(socket: string, user: User): { auth: string; user_data: string } {
    return grantUser(this.#services.credentials, socket, user)
  }

  /** Rejects new connections and sends every client to another node. */
  async drain(): Promise<void> {
    const { hub, gateway, drainMs, closeMs } = this.#services
    gateway.admission.isDraining = true
    await drainConnections([...hub.connections.values()], { budgetMs: drainMs, closeMs })
  }

  #encodeData({ channels, data }: Event): string {
    const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? 'null')
    const [channel = ''] = channels
    const { encryptionKey } = this.#services
    if (!parseChannelKind(channel)?.isEncrypted) return text
    if (!encryptionKey) throw new HttpError(400, 'No encryption key is configured')
    return encryptData(text, sharedSecret(channel, encryptionKey))
  }
}

function encryptData(text: string, key: Buffer): string {
  const nonce = randomBytes(nacl.secretbox.nonceLength)
  const ciphertext = nacl.secretbox(Buffer.from(text), nonce, key)
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  return JSON.stringify({ nonce: base64(nonce), ciphertext: base64(ciphertext) })
}
