import { z } from 'zod'

import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError, NotSignedIn } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import type { Languages } from '#app/platform/i18n/translations.ts'
import { newEmail, personName } from '#app/platform/validation/form-fields.ts'

import { localeField, timezoneField, unknownLanguageMessage } from './locale-fields.ts'

/** Omitted fields stay unchanged; an empty locale or time zone means the browser's. */
export const ProfileInformationForm = z.object({
  name: personName,
  email: newEmail.optional(),
  locale: localeField.optional(),
  timezone: timezoneField.optional(),
})

/** The API's form: every field is optional, and the address cannot be changed. */
export const ProfilePatchForm = ProfileInformationForm.pick({
  name: true,
  locale: true,
  timezone: true,
}).partial()

export type ProfilePatch = z.output<typeof ProfilePatchForm>

/** Updates the profile. Records no event when nothing changes. */
export async function updateProfileInformation(
  db: Db,
  actor: Actor,
  { name, locale, timezone }: ProfilePatch,
  languages: Pick<Languages, 'supports'>,
): Promise<void> {
  // Pseudo-locales are supported in development only.
  if (locale && !languages.supports(locale))
    throw new ValidationError({ locale: unknownLanguageMessage })
  await inTransaction(db, async (tx) => {
    const user = await lockAccountRow(tx, actor.userId)
    if (!user) throw new NotSignedIn()
    const before = { name: user.name, locale: user.locale, timezone: user.timezone }
    const after = {
      name: name ?? before.name,
      locale: locale === undefined ? before.locale : locale,
      timezone: timezone === undefined ? before.timezone : timezone,
    }
    const isUnchanged =
      before.name === after.name &&
      before.locale === after.locale &&
      before.timezone === after.timezone
    if (isUnchanged) return

    await tx.updateTable('users').set(after).where('id', '=', actor.userId).execute()
    await recordEvent(tx, actor, 'profile.updated', { before, after })
  })
}
