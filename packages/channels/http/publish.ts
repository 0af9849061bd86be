import type { Hub } from '#hub/hub.ts'
import { BusUnavailable } from '#hub/outbox.ts'
import { channelKind, isSocketId } from '#protocol/channel-name.ts'

import { Refused } from './refused.ts'

export interface Publication {
  channels: string[]
  name: string
  data: string
  /** The id of the socket that knows already. */
  except?: string | undefined
}

const mostChannels = 100
const mostEvents = 10

/** Publishes all or, when one of them may not be, none. */
export async function publish(hub: Hub, publications: Publication[]): Promise<void> {
  if (publications.length > mostEvents) throw new Refused(400, `More than ${mostEvents} events`)
  for (const publication of publications) check(hub, publication)
  if (hub.flow.isFull) throw new Refused(503, 'Too much waits to be read')
  await inTime(publications.map((publication) => say(hub, publication)))
}

/** @throws {Refused} 503 when the bus does not take it */
export async function inTime(said: Promise<void>[]): Promise<void> {
  const refused = (await Promise.allSettled(said)).find(({ status }) => status === 'rejected')
  if (refused?.status !== 'rejected') return
  throw refused.reason instanceof BusUnavailable ? new Refused(503, 'Try again') : refused.reason
}

function say(hub: Hub, { channels, name, data, except }: Publication): Promise<void> {
  const cached = channels.filter((channel) => channelKind(channel)?.isCache)
  const known = except === undefined ? {} : { except }
  return hub.outbox.push({ kind: 'event', channels, name, data, ...known }, cached)
}

function check({ settings }: Hub, { channels, name, data, except }: Publication): void {
  const { eventName, eventBytes } = settings.limits
  if (channels.length === 0) throw new Refused(400, 'No channel')
  if (channels.length > mostChannels) throw new Refused(400, `More than ${mostChannels} channels`)
  if (name === '' || name.length > eventName) throw new Refused(400, 'Not a name of an event')
  if (/^pusher(_internal)?:/.test(name)) throw new Refused(400, 'The name is reserved')
  for (const channel of channels)
    if (!channelKind(channel)) throw new Refused(400, 'Not a name of a channel')
  if (channels.length > 1 && channels.some((channel) => channelKind(channel)?.isEncrypted))
    throw new Refused(400, 'An encrypted channel has to be the only one')
  if (except !== undefined && !isSocketId(except)) throw new Refused(400, 'Not an id of a socket')
  if (Buffer.byteLength(data) > eventBytes)
    throw new Refused(413, `The data is larger than ${eventBytes} bytes`)
}
