import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { parseTextList } from '#app/platform/lib/parse-text-list.ts'

import { disabledSince, forgetLockedAuthors } from './endpoint-authors.ts'
import { parseEndpointUrl } from './endpoint-url.ts'
import { secretOverlapMs } from './limits.ts'
import type { WebhookEndpointsTable } from './schema.ts'
import { newSigningSecret } from './sign-webhook.ts'

/** The encryption purpose of both secret columns: one for both, so that a rotation can move the ciphertext. */
export const secretPurpose = 'webhook-secret'

export interface NewEndpoint {
  url: string
  /** Empty subscribes to every type. */
  eventTypes: readonly string[]
  /** Null for an endpoint of the operator. */
  teamId: string | null
}

export interface Endpoint extends NewEndpoint {
  id: string
  createdAt: number
  /** Also while an account that made it work is locked. */
  disabledAt: number | null
  failingSince: number | null
  /** When the previous secret stops signing; null unless two secrets sign. */
  previousEndsAt: number | null
}

interface EndpointContext {
  db: Db
  keys: Keyring
  allowsPrivate: boolean
  now: number
}

/** @param teamId  null for those of the operator */
export async function listWebhookEndpoints(db: Db, teamId: string | null): Promise<Endpoint[]> {
  const rows = await endpointsOf(db, teamId).orderBy('id').execute()
  return rows.map(toEndpoint)
}

/** Null for an endpoint of another owner, too. @param teamId  null for one of the operator */
export async function findWebhookEndpoint(
  db: Db,
  { id, teamId }: { id: string; teamId: string | null },
): Promise<Endpoint | null> {
  const row = await endpointsOf(db, teamId).where('id', '=', id).executeTakeFirst()
  return row ? toEndpoint(row) : null
}

function endpointsOf(db: Db, teamId: string | null) {
  return db
    .selectFrom('webhook_endpoints')
    .select(['id', 'team_id', 'url', 'event_types', 'created_at'])
    .select(['failing_since', 'previous_ends_at'])
    .select((eb) => disabledSince(eb).as('disabled_at'))
    .where('team_id', teamId === null ? 'is' : '=', teamId)
}

function toEndpoint(row: Omit<WebhookEndpointsTable, UnreadColumn>): Endpoint {
  return {
    id: row.id,
    url: row.url,
    eventTypes: eventTypesOf(row.event_types),
    teamId: row.team_id,
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
    failingSince: row.failing_since,
    previousEndsAt: row.previous_ends_at,
  }
}

/** Reads the column. When it is unreadable, returns a type that nothing has: an empty list would mean every type. */
export function eventTypesOf(stored: string): string[] {
  return parseTextList(stored, ['unreadable'])
}

type UnreadColumn =
  | 'secret_sealed'
  | 'previous_secret_sealed'
  | 'next_probe_at'
  | 'changed_by'
  | 'added_by'
  | 'secret_by'

/**
 * @param knownTypes  that the endpoint may listen to
 * @returns the secret, which is shown this once
 * @throws ValidationError for `url` or `event_types`
 */
export async function createWebhookEndpoint(
  { db, keys, allowsPrivate, now }: EndpointContext,
  { url, eventTypes, teamId }: NewEndpoint,
  knownTypes: readonly string[],
): Promise<{ id: string; secret: string }> {
  const id = newId()
  const secret = newSigningSecret()
  const unknown = eventTypes.find((type) => !knownTypes.includes(type))
  if (unknown !== undefined)
    throw new ValidationError({ event_types: `There is no event type ${unknown}.` })
  await db
    .insertInto('webhook_endpoints')
    .values({
      id,
      team_id: teamId,
      url: parseEndpointUrl(url, allowsPrivate),
      event_types: JSON.stringify(eventTypes),
      secret_sealed: keys.encrypt(secretPurpose, secret, id),
      previous_secret_sealed: null,
      previous_ends_at: null,
      failing_since: null,
      next_probe_at: null,
      disabled_at: null,
      created_at: now,
    })
    .execute()
  return { id, secret }
}

/**
 * Replaces the secret. For a day both secrets sign, unless the previous one must end at once.
 *
 * @returns the new secret, which is shown this once; null without such an endpoint
 */
export async function rotateSecret(
  { db, keys, now }: Omit<EndpointContext, 'allowsPrivate'>,
  { id, endsPrevious }: { id: string; endsPrevious: boolean },
): Promise<string | null> {
  const secret = newSigningSecret()
  const rotated = await db
    .updateTable('webhook_endpoints')
    .set(({ ref }) => ({
      previous_secret_sealed: endsPrevious ? null : ref('secret_sealed'),
      previous_ends_at: endsPrevious ? null : now + secretOverlapMs,
      secret_sealed: keys.encrypt(secretPurpose, secret, id),
    }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return rotated ? secret : null
}

/** @returns false without such an endpoint */
export async function setEndpointEnabled(
  db: Db,
  { id, isEnabled, now }: { id: string; isEnabled: boolean; now: number },
): Promise<boolean> {
  if (isEnabled) await forgetLockedAuthors(db, id)
  const changed = await db
    .updateTable('webhook_endpoints')
    .set({ disabled_at: isEnabled ? null : now, failing_since: null, next_probe_at: null })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Deletes an endpoint with its deliveries. @returns false without such an endpoint */
export async function deleteEndpoint(db: Db, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('webhook_endpoints')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** The secrets that sign now, the current one first. Throws when the application key is not the right one. */
export function signingSecrets(
  keys: Keyring,
  row: Pick<
    WebhookEndpointsTable,
    'secret_sealed' | 'previous_secret_sealed' | 'previous_ends_at'
  > & { endpoint_id: string },
  now: number,
): string[] {
  const isOverlapping = row.previous_ends_at !== null && row.previous_ends_at > now
  return [row.secret_sealed, isOverlapping ? row.previous_secret_sealed : null].flatMap(
    (sealed) => (sealed && keys.decrypt(secretPurpose, sealed, row.endpoint_id)) ?? [],
  )
}
