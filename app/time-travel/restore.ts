import { say, type Sentence } from '@foyer/sentences'
import { z } from 'zod'

import type { Restorable } from '#app/events.ts'
import type { Account } from '#app/platform/account.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Invalid, NotFound, NotSignedIn } from '#app/platform/errors.ts'
import { holdAccount } from '#app/platform/hold-account.ts'
import { record } from '#app/platform/record.ts'
import { bringBackPhoto, exchangePhoto } from '#app/profile-photo/profile-photo.ts'

import { stateAfter } from './state.ts'

const restorable = ['name', 'photo', 'locale', 'timezone'] as const

type Field = (typeof restorable)[number]
type Profile = Required<Restorable>

/** What the page showed as it is now; an empty text, as forms send it, is null. */
const seen = z
  .string()
  .max(500)
  .nullish()
  .transform((text) => text || null)

export const RestoreForm = z.object({
  /** What the account was after this event. */
  event: z.coerce.number('Choose a moment.').int('Choose a moment.').min(1, 'Choose a moment.'),
  fields: z
    .array(z.enum(restorable), 'Choose what comes back.')
    .min(1, 'Choose what comes back.')
    .transform((fields) => [...new Set(fields)]),
  name: seen,
  photo: seen,
  locale: seen,
  timezone: seen,
})

/**
 * Puts fields of the profile back as they were. What has changed since the page showed it stays, and the rest with it.
 *
 * @returns the fields that are different now, and the event that made the profile as it was before; null when all were the
 *   same already, and then nothing is recorded
 * @throws Invalid with a sentence for each field that cannot come back, NotFound for a moment that there is not
 */
export async function restore(
  db: Db,
  account: Account,
  { event, fields, ...shown }: z.output<typeof RestoreForm>,
): Promise<{ after: Restorable; undoTo: number } | null> {
  return inTransaction(db, async (tx) => {
    const { event_count: undoTo, ...now } = await heldProfile(tx, account.userId)
    const past = await profileAfter(tx, account.userId, event)
    refuseChanged(fields, shown, now)

    const changed = fields.filter((field) => now[field] !== past[field])
    if (changed.length === 0) return null
    const [before, after] = [picked(now, changed), picked(past, changed)]
    await put(tx, account, after)
    await record(tx, account, 'profile.restored', { event, before, after })
    return { after, undoTo }
  })
}

/** Reads the profile and keeps others from it until the end. */
async function heldProfile(tx: Tx, userId: string): Promise<Profile & { event_count: number }> {
  if (!(await holdAccount(tx, userId))) throw new NotSignedIn()
  return tx
    .selectFrom('users')
    .select(['name', 'photo_id as photo', 'locale', 'timezone', 'event_count'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

async function profileAfter(tx: Tx, userId: string, event: number): Promise<Profile> {
  const found = await tx
    .selectFrom('events')
    .select('seq')
    .where('user_id', '=', userId)
    .where('seq', '=', event)
    .executeTakeFirst()
  if (!found) throw new NotFound()
  return stateAfter(tx, userId, event)
}

function refuseChanged(fields: Field[], shown: Record<Field, string | null>, now: Profile): void {
  const conflicts = fields.filter((field) => shown[field] !== now[field])
  if (conflicts.length === 0) return
  throw new Invalid(Object.fromEntries(conflicts.map((field) => [field, meanwhile[field]])))
}

const meanwhile: Record<Field, Sentence> = {
  name: say('Your name was changed meanwhile. Look at it again, then decide.'),
  photo: say('Your photo was changed meanwhile. Look at it again, then decide.'),
  locale: say('Your language was changed meanwhile. Look at it again, then decide.'),
  timezone: say('Your time zone was changed meanwhile. Look at it again, then decide.'),
}

async function put(tx: Tx, account: Account, { photo, ...profile }: Restorable): Promise<void> {
  if (Object.keys(profile).length > 0) {
    await tx.updateTable('users').set(profile).where('id', '=', account.userId).execute()
  }
  if (photo === undefined) return
  if (photo === null) return void (await exchangePhoto(tx, account, null))
  if (await bringBackPhoto(tx, account, photo)) return
  throw new Invalid({ photo: say('We do not keep that photo any more.') })
}

function picked(profile: Profile, fields: Field[]): Restorable {
  return Object.fromEntries(fields.map((field) => [field, profile[field]]))
}
