import type { AccountState, Pages } from '#app/pages.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { route } from '#app/platform/route.ts'
import { availablePhotos } from '#app/profile-photo/profile-photo.ts'

export async function photoUrls(
  db: Db,
  actor: Pick<Actor, 'userId' | 'now'>,
  { past, present }: { past: AccountState; present: AccountState },
): Promise<Pages['TimeTravel/Index']['photoUrls']> {
  const available = await availablePhotos(db, actor, past.photo === null ? [] : [past.photo])
  const photoUrl = (photo: string | null) =>
    photo !== null && (photo === present.photo || available.includes(photo))
      ? route('profile-photo.show', { photo, size: '256' })
      : null
  return { past: photoUrl(past.photo), present: photoUrl(present.photo) }
}
