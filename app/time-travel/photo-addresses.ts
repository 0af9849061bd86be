import type { AccountState, Pages } from '#app/pages.ts'
import type { Account } from '#app/platform/account.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { route } from '#app/platform/route.ts'
import { photosKept } from '#app/profile-photo/profile-photo.ts'

export async function photoAddresses(
  db: Db,
  account: Pick<Account, 'userId' | 'now'>,
  { past, present }: { past: AccountState; present: AccountState },
): Promise<Pages['TimeTravel/Index']['photos']> {
  const kept = await photosKept(db, account, past.photo === null ? [] : [past.photo])
  const address = (photo: string | null) =>
    photo !== null && (photo === present.photo || kept.includes(photo))
      ? route('profile-photo.show', { photo, size: '256' })
      : null
  return { past: address(past.photo), present: address(present.photo) }
}
