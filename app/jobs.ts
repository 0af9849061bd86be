import {
  accountDeletionJob,
  accountErasedJob,
  deletionReminderJob,
} from '#app/account-deletion/account-deletion.ts'
import { tokenExpiryJob } from '#app/api-tokens/token-expiry.job.ts'
import { dataExportJob } from '#app/data-export/data-export.ts'
import { checkpointJob } from '#app/history/history.ts'
import type { Parts } from '#app/http/app.ts'
import { resetLinkJob } from '#app/password/reset-link.job.ts'
import { type JobRunner, jobRunner } from '#app/platform/jobs/job-runner.ts'
import type { Handler, WorkParts } from '#app/platform/jobs/work-on.ts'
import { speak } from '#app/platform/language.ts'
import { mailJob } from '#app/platform/mail/mail.job.ts'
import { hasMailbox } from '#app/platform/mail/mailbox.ts'
import { mailer } from '#app/platform/mail/mailer.ts'
import { toldMailer } from '#app/platform/mail/told-mailer.ts'
import { post, type PostIn } from '#app/platform/post.ts'
import { photosOf } from '#app/profile-photo/profile-photo.ts'
import { snapshotsJob } from '#app/time-travel/time-travel.ts'

/** What is done for every kind of job, by its kind. */
export function jobHandlers(parts: Parts): Record<string, Handler> {
  const { config, database, keys, clock, limits } = parts
  const { db } = database
  const { appName, storageDir } = config
  const languages = speak({ withPseudo: config.env === 'local' })
  const postIn: PostIn = (locale, now) =>
    post({
      keys,
      languages,
      appName,
      // Read each time: with PORT=0 it is known only once the server listens.
      origin: config.origin,
      now,
      text: languages.pick(locale, undefined),
    })
  const jobParts = { db, keys, clock, storageDir, postIn }

  return {
    mail: mailJob(hasMailbox(config) ? toldMailer(mailer(config), jobParts) : mailer(config)),
    checkpoint: checkpointJob({ ...jobParts, config }),
    snapshots: snapshotsJob(jobParts),
    'reset-link': resetLinkJob({ ...jobParts, limits }),
    'token-expiry': tokenExpiryJob(jobParts),
    'data-export': dataExportJob({
      ...jobParts,
      host: config.appUrl.hostname,
      photosOf: (userId) => photosOf(db, config, userId),
    }),
    'account-deletion': accountDeletionJob(jobParts),
    'deletion-reminder': deletionReminderJob(jobParts),
    'account-erased': accountErasedJob(jobParts),
  }
}

/** What somebody sits and waits for. */
const awaited = ['mail', 'reset-link']

/** A runner for all, and one for what is awaited only: two long exports hold up no mail. */
export function jobRunners(parts: WorkParts): JobRunner[] {
  const urgent = Object.entries(parts.handlers).filter(([kind]) => awaited.includes(kind))
  return [jobRunner(parts), jobRunner({ ...parts, handlers: Object.fromEntries(urgent) })]
}
