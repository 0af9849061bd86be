import { z } from 'zod'

import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { checkbox } from '#app/platform/validation/form-fields.ts'

import type { LegalVersions } from './versions.ts'

export const AcceptTermsForm = z.object({
  terms: checkbox.refine(
    (agreed) => agreed,
    'Tick the box to continue, or choose "Don\'t want to agree?" below.',
  ),
  /** `combinedVersion` of the documents that were shown. */
  terms_version: z.string('Read the terms again.'),
})

/**
 * Stores the accepted versions and records an event for each changed document. Until then `rejectOnHold` in
 * app/http/security/guards.ts sends every page here.
 */
export async function acceptTerms(db: Db, actor: Actor, versions: LegalVersions): Promise<void> {
  const { userId } = actor
  await inTransaction(db, async (tx) => {
    const before = await tx
      .selectFrom('users')
      .select(['terms_version as terms', 'policy_version as policy'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('users')
      .set({ terms_version: versions.terms, policy_version: versions.policy })
      .where('id', '=', userId)
      .execute()
    for (const document of ['terms', 'policy'] as const) {
      const version = versions[document]
      if (before[document] !== version)
        await recordEvent(tx, actor, 'terms.accepted', { document, version })
    }
  })
}

/** The documents whose current version the person has not accepted. */
export function changedDocuments(
  user: { terms_version: string | null; policy_version: string | null },
  versions: LegalVersions,
): ('terms' | 'policy')[] {
  const changed: ('terms' | 'policy')[] = []
  if (user.terms_version !== versions.terms) changed.push('terms')
  if (user.policy_version !== versions.policy) changed.push('policy')
  return changed
}
