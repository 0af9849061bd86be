import type { Clock } from '#app/platform/clock/clock.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { eraseClientData } from '#app/platform/event-log/erase-client-data.ts'
import type { Feature } from '#app/platform/feature.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'
import type { JobHandler } from '#app/platform/jobs/run-job.ts'
import { day } from '#app/platform/lib/durations.ts'
import { enqueueMail } from '#app/platform/mail/enqueue-mail.ts'
import type { MailWriterFor } from '#app/platform/mail/mail-writer.ts'

import { checkpointMail } from './checkpoint.mail.ts'
import { isCheckpointDue, createCheckpoint } from './create-checkpoint.ts'

interface Dependencies {
  db: Db
  keys: Keyring
  clock: Clock
  config: Config
  mailWriterFor: MailWriterFor
  features: readonly Pick<Feature, 'eraseClientData' | 'eventLogs'>[]
}

/** Enqueues today's checkpoint unless it exists. Safe to call at any time, from any process. */
export async function enqueueDailyLogMaintenance(
  { db, keys, config }: Pick<Dependencies, 'db' | 'keys' | 'config'>,
  now: number,
): Promise<void> {
  if (!(await isCheckpointDue(config.storageDir, now))) return
  await enqueue(db, keys, { kind: 'checkpoint', payload: null, dedupeKey: 'checkpoint', now })
}

/** Runs `checkpoint` jobs, once a day: erases old client data, then signs the heads of all event logs. */
export function dailyLogMaintenanceJob({
  db,
  keys,
  clock,
  config,
  mailWriterFor,
  features,
}: Dependencies): JobHandler {
  return async () => {
    const now = clock.now()
    const { storageDir, appUrl, historyRetentionDays, checkpointMail: to } = config
    if (!(await isCheckpointDue(storageDir, now))) return
    const before = now - historyRetentionDays * day
    await eraseClientData(db, before)
    for (const feature of features) await feature.eraseClientData?.(db, before)
    const stores = features.flatMap(({ eventLogs }) => eventLogs ?? [])
    const target = { storageDir, host: appUrl.hostname, stores }
    const note = await createCheckpoint(db, target, now)
    if (note === null || to === null) return
    const rendered = checkpointMail(mailWriterFor(null, now), note)
    await enqueueMail(db, keys, { to, rendered, now })
  }
}
