import type { Attribute } from '#app/attributes.ts'
import { type AttributeValues, saveAttributes } from '#app/custom-attributes/custom-attributes.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import type { Languages } from '#app/platform/i18n/translations.ts'
import { type ProfilePatch, updateProfile } from '#app/profile/profile.ts'

interface Services {
  db: Db
  languages: Pick<Languages, 'supports'>
  attributes: readonly Attribute[]
}

/** Changes the profile and the attributes together, or nothing. */
export async function updateUser(
  { db, languages, attributes: list }: Services,
  actor: Actor,
  { attributes, ...profile }: ProfilePatch & { attributes?: AttributeValues | undefined },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await updateProfile(tx, actor, profile, languages)
    if (!attributes) return
    await saveAttributes(tx, actor, {
      list,
      values: attributes,
      by: 'person',
      fieldPrefix: 'attributes.',
    })
  })
}
