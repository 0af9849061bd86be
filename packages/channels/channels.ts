import { createHash, randomBytes } from 'node:crypto'

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
import type { Hub, Place } from '#hub/hub.ts'
import { channelKind, channelOfUser, isSocketId, isUserId } from '#protocol/channel-name.ts'
import { channelText, type Credentials, token, userText } from '#protocol/signatures.ts'

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

export interface Granted {
  auth: string
  channel_data?: string
  shared_secret?: string
}

export interface User {
  id: string
  user_info?: unknown
  watchlist?: string[]
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
      isReady: gateway.admission.isReady,
      isDraining: gateway.admission.isDraining,
    }
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

  /**
   * What the authorization endpoint answers, once the application has decided that it may be.
   *
   * @param recover  where the client was, so that it is told what it missed; for private channels
   * @throws {Refused} for what must not be signed
   */
  authorize(
    socket: string,
    channel: string,
    {
      member,
      recover,
    }: { member?: { user_id: string; user_info?: unknown }; recover?: Place } = {},
  ): Granted {
    const { credentials, encryptionKey } = this.#parts
    const kind = channelKind(channel)
    if (!isSocketId(socket)) throw new Refused(400, 'Not an id of a socket')
    if (kind?.access !== 'private' && kind?.access !== 'presence')
      throw new Refused(400, 'Not a channel that is authorized')
    if (kind.access === 'presence' && member && !isUserId(member.user_id))
      throw new Refused(400, 'Not an id of a user')
    const said = kind.access === 'presence' ? member : recover && { recover }
    const data = said && JSON.stringify(said)
    const granted: Granted = { auth: token(credentials, channelText(socket, channel, data)) }
    if (data !== undefined) granted.channel_data = data
    if (kind.isEncrypted && encryptionKey)
      granted.shared_secret = sharedSecret(channel, encryptionKey).toString('base64')
    return granted
  }

  /** @throws {Refused} for what must not be signed */
  authenticate(socket: string, user: User): { auth: string; user_data: string } {
    if (!isSocketId(socket)) throw new Refused(400, 'Not an id of a socket')
    if (!isUserId(user.id)) throw new Refused(400, 'Not an id of a user')
    const user_data = JSON.stringify(user)
    return { auth: token(this.#parts.credentials, userText(socket, user_data)), user_data }
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

function sharedSecret(channel: string, encryptionKey: Buffer): Buffer {
  return createHash('sha256').update(channel).update(encryptionKey).digest()
}

function sealed(text: string, key: Buffer): string {
  const nonce = randomBytes(nacl.secretbox.nonceLength)
  const ciphertext = nacl.secretbox(Buffer.from(text), nonce, key)
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  return JSON.stringify({ nonce: base64(nonce), ciphertext: base64(ciphertext) })
}
