import { z } from 'zod'

import type { Account } from '#app/platform/account.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Invalid, NotSignedIn } from '#app/platform/errors.ts'
import { newEmail, personName } from '#app/platform/form-fields.ts'
import { holdAccount } from '#app/platform/hold-account.ts'
import type { Languages } from '#app/platform/language.ts'
import { record } from '#app/platform/record.ts'

import { localeChoice, timezoneChoice, unknownLanguage } from './choices.ts'

/** What is left out stays as it is; an empty choice is "as my browser says". */
export const ProfileInformationForm = z.object({
  name: personName,
  email: newEmail.optional(),
  locale: localeChoice.optional(),
  timezone: timezoneChoice.optional(),
})

/** For a program, which need not repeat the name; the address is none of its business. */
export const ProfileChange = ProfileInformationForm.pick({
  name: true,
  locale: true,
  timezone: true,
}).partial()

export type UpdateProfileInformation = z.output<typeof ProfileChange>

/** Keeps what the person says about themselves. Saving what is there already leaves no trace. */
export async function updateProfileInformation(
  db: Db,
  account: Account,
  { name, locale, timezone }: UpdateProfileInformation,
  languages: Pick<Languages, 'speaks'>,
): Promise<void> {
  // A made-up one is a language on a developer's machine only.
  if (locale && !languages.speaks(locale)) throw new Invalid({ locale: unknownLanguage })
  await inTransaction(db, async (tx) => {
    const held = await holdAccount(tx, account.userId)
    if (!held) throw new NotSignedIn()
    const before = { name: held.name, locale: held.locale, timezone: held.timezone }
    const after = {
      name: name ?? before.name,
      locale: locale === undefined ? before.locale : locale,
      timezone: timezone === undefined ? before.timezone : timezone,
    }
    const isSame =
      before.name === after.name &&
      before.locale === after.locale &&
      before.timezone === after.timezone
    if (isSame) return

    await tx.updateTable('users').set(after).where('id', '=', account.userId).execute()
    await record(tx, account, 'profile.updated', { before, after })
  })
}
