import { z } from 'zod'

import { secondFactors as allFactors } from '#app/pages.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotSignedIn, ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'

import { challengeMethods, secondFactors } from './second-factors.ts'

export const PreferSecondFactorForm = z.object({
  factor: z.enum(allFactors, 'Choose one of the two.'),
})

/** Chooses the second factor that sign-in asks for first. @throws ValidationError when the account does not have it */
export async function preferSecondFactor(
  db: Db,
  actor: Actor,
  { factor }: z.output<typeof PreferSecondFactorForm>,
): Promise<void> {
  const { userId } = actor
  await inTransaction(db, async (tx) => {
    const user = await lockAccountRow(tx, userId)
    const factors = await secondFactors(tx, userId)
    if (!user || !factors) throw new NotSignedIn()
    if (!challengeMethods(factors).includes(factor))
      throw new ValidationError({ factor: "Your account doesn't have that second factor." })
    if (user.preferred_second_factor === factor) return

    const chosen = { preferred_second_factor: factor }
    await tx.updateTable('users').set(chosen).where('id', '=', userId).execute()
    await recordEvent(tx, actor, 'second-factor.preferred', { factor })
  })
}
