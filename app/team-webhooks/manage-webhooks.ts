import { z } from 'zod'

import type { ActionContext } from '#app/platform/action-context.ts'
import type { SessionActor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound, ValidationError } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { recordTeamEvent, teamLogActor } from '#app/team-log/team-log.ts'
import { teamWebhookTypes } from '#app/team-log/webhook-events.ts'
import type { WebhookChange } from '#app/teams/events.ts'
import { lockTeamFor, type Membership, requireMayAnswerForLocked } from '#app/teams/teams.ts'
import {
  createWebhookEndpoint,
  deleteEndpoint,
  type Endpoint,
  endpointAuthors,
  findWebhookEndpoint,
  hostOfEndpoint,
  listWebhookEndpoints,
  replayOwnDelivery,
  rotateSecret,
  setEndpointAuthor,
  setEndpointEnabled,
} from '#app/webhooks/webhooks.ts'

import { maxTeamWebhooks } from './limits.ts'

const unknownType = 'Choose from the events listed here.'

export const WebhookForm = z.object({
  url: z.string('Enter an address such as https://example.com/webhooks.').trim(),
  /** Empty subscribes to every type. */
  event_types: z.array(z.string(unknownType), unknownType).max(100, unknownType).optional(),
})

type Context = Pick<ActionContext, 'db' | 'keys' | 'now'>

interface WebhookRef {
  teamId: string
  id: string
}

/** @returns the secret, which is shown this once. @throws ValidationError */
export async function addWebhook(
  { db, keys, now, allowsPrivate }: Context & { allowsPrivate: boolean },
  actor: SessionActor,
  teamId: string,
  { url, event_types: eventTypes = [] }: z.output<typeof WebhookForm>,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const team = await lockTeamFor(tx, actor, teamId, 'webhooks.manage')
    if ((await listWebhookEndpoints(tx, teamId)).length >= maxTeamWebhooks)
      throw new ValidationError({ form: 'The team has no room for another webhook. Remove one.' })
    const context = { db: tx, keys, now, allowsPrivate }
    const { id, secret } = await createWebhookEndpoint(
      context,
      { url, eventTypes, teamId },
      teamWebhookTypes,
    )
    await setEndpointAuthor(tx, id, actor.userId, ['added_by', 'secret_by', 'changed_by'])
    await recordChange(tx, actor, team, { webhook: id, host: hostOfEndpoint(url), change: 'added' })
    return secret
  })
}

/**
 * Replaces the signing secret. @returns the new one, which is shown only now; the old one also signs for a day. @throws
 * NotFound
 */
export function replaceWebhookSecret(
  { db, keys, now }: Context,
  actor: SessionActor,
  ref: WebhookRef,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const { disabledAt } = await changeWebhook(tx, actor, ref, 'secret-replaced')
    // Otherwise a webhook that a lock keeps off could be on again.
    if (disabledAt !== null)
      await setEndpointEnabled(tx, { id: ref.id, isEnabled: false, now: disabledAt })
    const secret = await rotateSecret({ db: tx, keys, now }, { id: ref.id, endsPrevious: false })
    if (secret === null) throw new NotFound()
    await setEndpointAuthor(tx, ref.id, actor.userId, ['secret_by', 'changed_by'])
    return secret
  })
}

/** @throws NotFound, or ValidationError for one that the lock of an account keeps off, from which the member has their role */
export async function setWebhookEnabled(
  { db, now }: Context,
  actor: SessionActor,
  ref: WebhookRef & { isEnabled: boolean },
): Promise<void> {
  const { id, isEnabled } = ref
  await inTransaction(db, async (tx) => {
    await changeWebhook(tx, actor, ref, isEnabled ? 'enabled' : 'disabled')
    if (isEnabled)
      await requireMayAnswerForLocked(
        tx,
        teamLogActor(ref.teamId, actor),
        await endpointAuthors(tx, id),
      )
    await setEndpointEnabled(tx, { id, isEnabled, now })
    if (!isEnabled) return
    await setEndpointAuthor(tx, id, actor.userId, ['changed_by'])
  })
}

/** Deletes the webhook and its messages. @throws NotFound */
export async function removeWebhook(
  { db }: Context,
  actor: SessionActor,
  ref: WebhookRef,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await changeWebhook(tx, actor, ref, 'removed')
    await deleteEndpoint(tx, ref.id)
  })
}

/** @throws NotFound or ValidationError, as `replayOwnDelivery` */
export async function sendWebhookAgain(
  { db, keys, now }: Context,
  actor: SessionActor,
  { teamId, id }: WebhookRef,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockTeamFor(tx, actor, teamId, 'webhooks.manage')
    await replayOwnDelivery(tx, keys, { id, teamId, now })
  })
}

/** Locks the team, and finds the webhook among its own. @returns it as it was before */
async function changeWebhook(
  tx: Tx,
  actor: SessionActor,
  { teamId, id }: WebhookRef,
  change: WebhookChange['change'],
): Promise<Endpoint> {
  const team = await lockTeamFor(tx, actor, teamId, 'webhooks.manage')
  const endpoint = await findWebhookEndpoint(tx, { id, teamId })
  if (!endpoint) throw new NotFound()
  await recordChange(tx, actor, team, { webhook: id, host: hostOfEndpoint(endpoint.url), change })
  return endpoint
}

async function recordChange(
  tx: Tx,
  actor: SessionActor,
  { id: teamId, name }: Membership,
  change: WebhookChange,
): Promise<void> {
  await recordTeamEvent(tx, teamLogActor(teamId, actor), 'webhook.changed', change)
  await recordEvent(tx, actor, 'team.webhook-changed', { team: teamId, name, ...change })
}
