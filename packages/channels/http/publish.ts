import { BusUnavailable } from '#hub/append-queue.ts'
import type { Hub } from '#hub/hub.ts'
import { parseChannelKind, isSocketId } from '#protocol/channel-name.ts'

import { HttpError } from './http-error.ts'

export interface Publication {
  channels: string[]
  name: string
  data: string
  /** Id of the socket that caused the event and must not receive it. */
  except?: string | undefined
}

const maxChannels = 100
const maxEvents = 10

/** Publishes all publications, or none when one is invalid. */
export async function publish(hub: Hub, publications: Publication[]): Promise<void> {
  if (publications.length > maxEvents) throw new HttpError(400, `More than ${maxEvents} events`)
  for (const publication of publications) validatePublication(hub, publication)
  if (hub.backpressure.isFull) throw new HttpError(503, 'Too much data is waiting for slow clients')
  await settleAppends(publications.map((publication) => appendPublication(hub, publication)))
}

/** @throws {HttpError} 503 when the bus is unavailable */
export async function settleAppends(appends: Promise<void>[]): Promise<void> {
  const rejected = (await Promise.allSettled(appends)).find(({ status }) => status === 'rejected')
  if (rejected?.status !== 'rejected') return
  throw rejected.reason instanceof BusUnavailable
    ? new HttpError(503, 'Try again')
    : rejected.reason
}

function appendPublication(hub: Hub, { channels, name, data, except }: Publication): Promise<void> {
  const cached = channels.filter((channel) => parseChannelKind(channel)?.isCache)
  const exclusion = except === undefined ? {} : { except }
  return hub.appendQueue.push({ kind: 'event', channels, name, data, ...exclusion }, cached)
}

function validatePublication(
  { settings }: Hub,
  { channels, name, data, except }: Publication,
): void {
  const { eventName, eventBytes } = settings.limits
  if (channels.length === 0) throw new HttpError(400, 'At least one channel is required')
  if (channels.length > maxChannels) throw new HttpError(400, `More than ${maxChannels} channels`)
  if (name === '' || name.length > eventName) throw new HttpError(400, 'Invalid event name')
  if (/^pusher(_internal)?:/.test(name)) throw new HttpError(400, 'The event name is reserved')
  for (const channel of channels)
    if (!parseChannelKind(channel)) throw new HttpError(400, 'Invalid channel name')
  if (channels.length > 1 && channels.some((channel) => parseChannelKind(channel)?.isEncrypted))
    throw new HttpError(400, 'An encrypted channel must be the only channel')
  if (except !== undefined && !isSocketId(except)) throw new HttpError(400, 'Invalid socket id')
  if (Buffer.byteLength(data) > eventBytes)
    throw new HttpError(413, `The data is larger than ${eventBytes} bytes`)
}
