import { msg } from '@foyer/i18n'
import { z } from 'zod'

import type { RestorableFields, AccountState } from '#app/account-events.ts'
import type { Attribute } from '#app/attributes.ts'
import { editable } from '#app/custom-attributes/custom-attributes.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError, NotFound, NotSignedIn } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { muteNotifications, parseMuted } from '#app/platform/notifications/muted-settings.ts'
import {
  attributeField,
  profileFieldNames,
  restorableFields,
  type RestorableField,
} from '#app/profile-fields.ts'
import { restorePhoto, replacePhoto } from '#app/profile-photo/profile-photo.ts'
import { conflictMessages } from '#app/profile/profile.ts'

import { stateAfterEvent } from './account-state-at.ts'
import { restoreAttributes } from './restore-attributes.ts'

type RestorableProfile = Required<RestorableFields>

/** The current value as the page displayed it; forms send null as an empty string. */
const displayedValue = z
  .string()
  .max(1000)
  .nullish()
  .transform((text) => text || null)

type Field = RestorableField | ReturnType<typeof attributeField>

export function restoreForm(attributes: readonly Attribute[]) {
  const attributeFields = editable(attributes).map(({ name }) => attributeField(name))
  const allFields: Field[] = [...restorableFields, ...attributeFields]
  const displayedShape = Object.fromEntries(
    allFields.map((field) => [field, displayedValue]),
  ) as Record<Field, typeof displayedValue>
  return z.object({
    /** Restores the state after this event. */
    event: z.coerce.number('Choose a time.').int('Choose a time.').min(1, 'Choose a time.'),
    fields: z
      .array(z.enum(allFields), 'Choose what to restore.')
      .min(1, 'Choose what to restore.')
      .transform((fields) => [...new Set(fields)]),
    /** Undoes a restore, which only changes the message. */
    undo: z.stringbool().optional(),
    ...displayedShape,
  })
}

/**
 * Restores profile fields and attributes to their values after an event. All or nothing: a field that changed since the page displayed it
 * is a conflict.
 *
 * @returns the changed profile fields, and the event that a restore would go back to in order to undo this one; null, without
 *   recording an event, when nothing differs
 * @throws ValidationError with a message for each conflicting field
 * @throws NotFound for an unknown event
 */
export async function restoreProfile(
  db: Db,
  actor: Actor,
  attributes: readonly Attribute[],
  { event, fields: chosen, ...displayed }: z.output<ReturnType<typeof restoreForm>>,
): Promise<{ after: RestorableFields; undoTo: number } | null> {
  return inTransaction(db, async (tx) => {
    const { event_count: undoTo, ...now } = await lockProfile(tx, actor.userId)
    const past = await profileAfterEvent(tx, actor.userId, event)
    const fields = restorableFields.filter((field) => chosen.includes(field))
    rejectConflicts(fields, displayed, now)
    const restore = { event, fields: chosen, displayed, past }
    const hasRestoredAttributes = await restoreAttributes(tx, actor, attributes, restore)

    const changed = fields.filter((field) => now[field] !== past[field])
    if (changed.length === 0) return hasRestoredAttributes ? { after: {}, undoTo } : null
    const [before, after] = [pickFields(now, changed), pickFields(past, changed)]
    await applyProfile(tx, actor, after)
    await recordEvent(tx, actor, 'profile.restored', { event, before, after })
    return { after, undoTo }
  })
}

/** Reads the profile and locks it until the transaction ends. */
async function lockProfile(
  tx: Tx,
  userId: string,
): Promise<RestorableProfile & { event_count: number }> {
  if (!(await lockAccountRow(tx, userId))) throw new NotSignedIn()
  return tx
    .selectFrom('users')
    .select([...profileFieldNames, 'photo_id as photo', 'event_count'])
    .select('muted_notifications as mutedNotifications')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

async function profileAfterEvent(tx: Tx, userId: string, event: number): Promise<AccountState> {
  const found = await tx
    .selectFrom('events')
    .select('seq')
    .where('user_id', '=', userId)
    .where('seq', '=', event)
    .executeTakeFirst()
  if (!found) throw new NotFound()
  return stateAfterEvent(tx, userId, event)
}

function rejectConflicts(
  fields: RestorableField[],
  displayed: Record<RestorableField, string | null>,
  now: RestorableProfile,
): void {
  const conflicts = fields.filter((field) => displayed[field] !== now[field])
  if (conflicts.length === 0) return
  throw new ValidationError(
    Object.fromEntries(conflicts.map((field) => [field, conflictMessages[field]])),
  )
}

async function applyProfile(
  tx: Tx,
  actor: Actor,
  { photo, mutedNotifications, ...profile }: RestorableFields,
): Promise<void> {
  if (mutedNotifications !== undefined)
    await muteNotifications(tx, actor.userId, parseMuted(mutedNotifications))
  if (Object.keys(profile).length > 0) {
    await tx.updateTable('users').set(profile).where('id', '=', actor.userId).execute()
  }
  if (photo === undefined) return
  if (photo === null) return void (await replacePhoto(tx, actor, null))
  if (await restorePhoto(tx, actor, photo)) return
  throw new ValidationError({ photo: msg("That photo isn't stored any more.") })
}

function pickFields(profile: RestorableProfile, fields: RestorableField[]): RestorableFields {
  return Object.fromEntries(fields.map((field) => [field, profile[field]]))
}
