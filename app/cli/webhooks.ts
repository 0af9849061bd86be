import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { webhookTypes } from '#app/webhook-events.ts'
import {
  createWebhookEndpoint,
  deleteEndpoint,
  listDeliveries,
  listWebhookEndpoints,
  replayDelivery,
  rotateSecret,
  setEndpointEnabled,
} from '#app/webhooks/webhooks.ts'

import { type Command, CommandFailed, type Invocation } from './command.ts'
import { numberOption } from './parse-command-line.ts'
import { formatColumns } from './terminal.ts'

const oneEndpoint = { usage: '<endpoint>', args: { min: 1, max: 1 }, isMutating: true }

export const createWebhook: Command = {
  usage: '<url>',
  summary: 'sends events to an address, and prints the secret that signs them, this once',
  details: `The types of events: ${webhookTypes.join(', ')}.`,
  options: { events: { value: '<types>', help: 'separated by commas; default all' } },
  args: { min: 1, max: 1 },
  isMutating: true,
  async run(invocation) {
    const { args, config, keys, now } = invocation
    const { db } = await invocation.database()
    const context = { db, keys, now, allowsPrivate: config.webhooksAllowPrivate }
    const eventTypes = (invocation.optionValue('events') ?? '')
      .split(',')
      .flatMap((type) => type.trim() || [])
    const endpoint = { url: args[0] ?? '', eventTypes, teamId: null }
    const { id, secret } = await createWebhookEndpoint(context, endpoint, webhookTypes)
    return { data: { id, secret }, lines: [`Endpoint ${id}`, `Secret   ${secret}`] }
  },
}

export const listWebhooks: Command = {
  usage: '',
  summary: 'lists the addresses that events are sent to',
  args: { min: 0, max: 0 },
  isMutating: false,
  async run(invocation) {
    const { db } = await invocation.database()
    const endpoints = (await listWebhookEndpoints(db, null)).map((endpoint) => ({
      id: endpoint.id,
      url: endpoint.url,
      events: endpoint.eventTypes,
      disabled_at: toIso(endpoint.disabledAt),
      failing_since: toIso(endpoint.failingSince),
      previous_secret_until: toIso(endpoint.previousEndsAt),
    }))
    const lines = formatColumns(
      endpoints.map(({ id, url, events, disabled_at, failing_since }) => [
        id,
        url,
        events.join(',') || 'all events',
        disabled_at ? 'disabled' : failing_since ? `failing since ${failing_since}` : '',
      ]),
    )
    return { data: { endpoints }, lines: lines.length > 0 ? lines : ['No endpoints.'] }
  },
}

export const rotateWebhook: Command = {
  ...oneEndpoint,
  summary: 'replaces the secret and prints the new one, this once',
  details:
    'Messages are signed with both secrets for a day, so that the receiver can change its own.',
  options: { now: { help: 'the previous secret ends at once, for one that has leaked' } },
  async run(invocation) {
    const { keys, now } = invocation
    const id = endpointId(invocation)
    const { db } = await invocation.database()
    const endsPrevious = invocation.hasFlag('now')
    const secret = await rotateSecret({ db, keys, now }, { id, endsPrevious })
    if (secret === null) throw noEndpoint(id)
    return { data: { id, secret }, lines: [`Secret ${secret}`] }
  },
}

export const disableWebhook: Command = {
  ...oneEndpoint,
  summary: 'sends nothing more to an endpoint; what waits for it fails and can be replayed',
  run: (invocation) => setEnabled(invocation, false),
}

export const enableWebhook: Command = {
  ...oneEndpoint,
  summary: 'sends new events to a disabled endpoint again',
  run: (invocation) => setEnabled(invocation, true),
}

export const deleteWebhook: Command = {
  ...oneEndpoint,
  summary: 'deletes an endpoint with its messages',
  async run(invocation) {
    const id = endpointId(invocation)
    const { db } = await invocation.database()
    await invocation.confirm('This deletes the endpoint, its secret and all its messages.')
    if (!(await deleteEndpoint(db, id))) throw noEndpoint(id)
    return { data: { id, deleted: true }, lines: [`Deleted ${id}.`] }
  },
}

export const listWebhookDeliveries: Command = {
  usage: '',
  summary: 'lists the messages of the last 30 days, newest first',
  options: {
    failed: { help: 'only those that failed permanently' },
    endpoint: { value: '<endpoint>', help: 'only those to this endpoint' },
    limit: { value: '<number>', help: 'maximum number of messages, default 50' },
    before: { value: '<message>', help: 'only those before this one, for the next page' },
  },
  args: { min: 0, max: 0 },
  isMutating: false,
  async run(invocation) {
    const { db } = await invocation.database()
    const found = await listDeliveries(db, {
      endpointId: invocation.optionValue('endpoint'),
      status: invocation.hasFlag('failed') ? 'failed' : undefined,
      before: invocation.optionValue('before'),
      limit: numberOption(invocation.optionValue('limit'), 50, 1000),
    })
    const deliveries = found.map((delivery) => ({
      id: delivery.id,
      endpoint: delivery.endpointId,
      url: delivery.url,
      type: delivery.type,
      status: delivery.status,
      attempts: delivery.attempts,
      next_attempt_at: toIso(delivery.nextAttemptAt),
      last_status: delivery.lastStatus,
      last_error: delivery.lastError,
      created_at: toIso(delivery.createdAt),
    }))
    const lines = formatColumns(
      deliveries.map(({ id, created_at, type, status, attempts, url, last_error }) => [
        id,
        created_at,
        type,
        `${status} (${attempts})`,
        url,
        last_error ?? '',
      ]),
    )
    return { data: { deliveries }, lines: lines.length > 0 ? lines : ['No messages.'] }
  },
}

export const replayWebhook: Command = {
  usage: '<message>',
  summary: 'sends a message again that was delivered or failed permanently',
  args: { min: 1, max: 1 },
  isMutating: true,
  async run(invocation) {
    const [id = ''] = invocation.args
    const { keys, now } = invocation
    const { db } = await invocation.database()
    if (!(await inTransaction(db, (tx) => replayDelivery(tx, keys, { id, now }))))
      throw new CommandFailed(
        `${id} cannot be replayed: it does not exist, is still being tried, or its endpoint is disabled.`,
      )
    return { data: { id, replayed: true }, lines: ['The server sends it within seconds.'] }
  },
}

async function setEnabled(invocation: Invocation, isEnabled: boolean) {
  const id = endpointId(invocation)
  const { db } = await invocation.database()
  if (!(await setEndpointEnabled(db, { id, isEnabled, now: invocation.now }))) throw noEndpoint(id)
  const lines = [`${isEnabled ? 'Enabled' : 'Disabled'} ${id}.`]
  return { data: { id, enabled: isEnabled }, lines }
}

function endpointId({ args }: Invocation): string {
  return args[0] ?? ''
}

function noEndpoint(id: string): CommandFailed {
  return new CommandFailed(`There is no endpoint ${id}.`)
}
