import { z } from 'zod'

import type { Actor } from '#app/platform/actor.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError, NotSignedIn } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import type { Languages } from '#app/platform/i18n/translations.ts'
import { pickProfile } from '#app/platform/lib/pick-profile.ts'
import { newEmail } from '#app/platform/validation/form-fields.ts'
import { profileFieldNames } from '#app/profile-fields.ts'

import { unknownLanguageMessage } from './locale-fields.ts'
import { profileInputs } from './profile-schemas.ts'

/** Omitted fields stay unchanged. The API's form: the address cannot be changed. */
export const ProfilePatchForm = z.object(profileInputs).partial()

/** The page's form always sends the name. */
export const ProfileInformationForm = ProfilePatchForm.extend({
  name: profileInputs.name,
  email: newEmail.optional(),
})

export type ProfilePatch = z.output<typeof ProfilePatchForm>

/** Updates the profile. Records no event when nothing changes. */
export function updateProfileInformation(
  db: Db,
  actor: Actor,
  patch: ProfilePatch,
  languages: Pick<Languages, 'supports'>,
): Promise<void> {
  return inTransaction(db, (tx) => updateProfile(tx, actor, patch, languages))
}

/** Runs in the transaction of the caller. */
export async function updateProfile(
  tx: Tx,
  actor: Actor,
  patch: ProfilePatch,
  languages: Pick<Languages, 'supports'>,
): Promise<void> {
  // Pseudo-locales are supported in development only.
  if (patch.locale && !languages.supports(patch.locale))
    throw new ValidationError({ locale: unknownLanguageMessage })
  const user = await lockAccountRow(tx, actor.userId)
  if (!user) throw new NotSignedIn()
  const before = pickProfile(user)
  const after = { ...before, ...pickProfile(patch) }
  if (profileFieldNames.every((field) => before[field] === after[field])) return

  await tx.updateTable('users').set(after).where('id', '=', actor.userId).execute()
  await recordEvent(tx, actor, 'profile.updated', { before, after })
}
