import { z } from 'zod'

import type { Account } from '#app/platform/account.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { tick } from '#app/platform/form-fields.ts'
import { record } from '#app/platform/record.ts'

import type { Versions } from './versions.ts'

export const AgreeForm = z.object({
  terms: tick.refine((agreed) => agreed, 'Tick the box to go on, or leave below.'),
  /** Of the documents that were on offer when the box was ticked. */
  terms_version: z.string('Read the terms again.'),
})

/** Keeps what the person agreed to, and records each document that is new to them. */
export async function agree(db: Db, account: Account, versions: Versions): Promise<void> {
  const { userId } = account
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
        await record(tx, account, 'terms.accepted', { document, version })
    }
  })
}

/** Which documents are not the ones the person agreed to. */
export function changedDocuments(
  person: { terms_version: string | null; policy_version: string | null },
  versions: Versions,
): ('terms' | 'policy')[] {
  const changed: ('terms' | 'policy')[] = []
  if (person.terms_version !== versions.terms) changed.push('terms')
  if (person.policy_version !== versions.policy) changed.push('policy')
  return changed
}
