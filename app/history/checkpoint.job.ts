import type { Clock } from '#app/platform/clock.ts'
import type { Config } from '#app/platform/config.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { day } from '#app/platform/durations.ts'
import { eraseOrigins } from '#app/platform/erase-origins.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'
import type { Handler } from '#app/platform/jobs/work-on.ts'
import type { Keyring } from '#app/platform/keys.ts'
import { sendMail } from '#app/platform/mail/send-mail.ts'
import type { PostIn } from '#app/platform/post.ts'

import { checkpointMail } from './checkpoint.mail.ts'
import { isCheckpointDue, makeCheckpoint } from './make-checkpoint.ts'

interface Parts {
  db: Db
  keys: Keyring
  clock: Clock
  config: Config
  postIn: PostIn
}

/** Asks for today's checkpoint, unless there is one. Any process may do it at any time. */
export async function askForCheckpoint(
  { db, keys, config }: Pick<Parts, 'db' | 'keys' | 'config'>,
  now: number,
): Promise<void> {
  if (!(await isCheckpointDue(config.storageDir, now))) return
  await enqueue(db, keys, { kind: 'checkpoint', payload: null, dedupeKey: 'checkpoint', now })
}

/** Works off jobs of kind `checkpoint`: once a day, erases what is old enough, and signs where every record ends. */
export function checkpointJob({ db, keys, clock, config, postIn }: Parts): Handler {
  return async () => {
    const now = clock.now()
    const { storageDir, appUrl, historyRetentionDays, checkpointMail: to } = config
    if (!(await isCheckpointDue(storageDir, now))) return
    await eraseOrigins(db, now - historyRetentionDays * day)
    const note = await makeCheckpoint(db, { storageDir, host: appUrl.hostname }, now)
    if (note === null || to === null) return
    const letter = checkpointMail(postIn(null, now), note)
    await sendMail(db, keys, { to, letter, now })
  }
}
