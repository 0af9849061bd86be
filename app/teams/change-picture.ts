import type { Actor } from '#app/platform/actor.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import type { FileStore } from '#app/platform/files/file-store.ts'
import type { PhotoUpload } from '#app/platform/files/photo-upload-type.ts'
import {
  type photoSizes,
  type PhotoStorage,
  pruneOrphans,
  readPhoto,
  storePhoto,
} from '#app/profile-photo/profile-photo.ts'
import { recordTeamEvent, teamLogActor } from '#app/team-log/team-log.ts'

import { lockTeamFor } from './membership.ts'

const pictureFolder = 'team-pictures'

/** Re-encodes and sets a new picture. Nobody can restore the one before. @throws ValidationError, NotFound or Forbidden */
export async function changePicture(
  { db, ...storage }: PhotoStorage & { db: Db },
  actor: Actor,
  teamId: string,
  upload: PhotoUpload,
): Promise<void> {
  await storePhoto(storage, pictureFolder, upload, (picture) =>
    inTransaction(db, (tx) => setPicture(tx, actor, { teamId, picture })),
  )
}

/** Removes the picture, if there is one. @throws NotFound or Forbidden */
export async function removePicture(db: Db, actor: Actor, teamId: string): Promise<void> {
  await inTransaction(db, (tx) => setPicture(tx, actor, { teamId, picture: null }))
}

async function setPicture(
  tx: Tx,
  actor: Actor,
  { teamId, picture }: { teamId: string; picture: string | null },
): Promise<void> {
  const team = await lockTeamFor(tx, actor, teamId, 'team.update')
  if (team.picture_id === picture) return
  await tx.updateTable('teams').set({ picture_id: picture }).where('id', '=', teamId).execute()
  const hasPicture = picture !== null
  await recordTeamEvent(tx, teamLogActor(teamId, actor), 'team.picture-changed', { hasPicture })
  const event = { team: teamId, name: team.name, hasPicture }
  await recordEvent(tx, actor, 'team.picture-changed', event)
}

/** @throws NotFound for a picture that another team has, or that this one had before */
export async function readPicture(
  files: FileStore,
  current: string | null,
  { picture, size }: { picture: string; size: (typeof photoSizes)[number] },
): Promise<Buffer> {
  const image =
    picture === current ? await readPhoto(files, pictureFolder, { photo: picture, size }) : null
  if (!image) throw new NotFound()
  return image
}

/** Deletes the files of pictures that were replaced or removed, or whose team was erased. */
export async function prunePictures(db: Db, files: FileStore, now: number): Promise<void> {
  const isUsed = async (picture: string) => {
    const team = await db
      .selectFrom('teams')
      .select('id')
      .where('picture_id', '=', picture)
      .executeTakeFirst()
    return team !== undefined
  }
  await pruneOrphans(files, pictureFolder, { now, isUsed })
}
