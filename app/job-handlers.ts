import {
  accountDeletionJob,
  accountErasedJob,
  deletionReminderJob,
} from '#app/account-deletion/account-deletion.ts'
import { dataExportJob } from '#app/data-export/data-export.ts'
import { signInCodeJob } from '#app/email-codes/sign-in-code.job.ts'
import { features } from '#app/features.ts'
import { resetLinkJob } from '#app/password/reset-link.job.ts'
import { afterHooksJob } from '#app/platform/hooks/after-hooks.ts'
import { type JobRunner, jobRunner } from '#app/platform/jobs/job-runner.ts'
import { mailJob } from '#app/platform/mail/mail.job.ts'
import { createMailer } from '#app/platform/mail/mailer.ts'
import { exportedPhotos } from '#app/profile-photo/profile-photo.ts'
import { snapshotsJob } from '#app/time-travel/time-travel.ts'

import { dailyLogMaintenanceJob } from './log-integrity/log-integrity.ts'
import { loadLanguages } from './platform/i18n/translations.ts'
import type { JobHandler, JobServices } from './platform/jobs/run-job.ts'
import { hasDevMailbox } from './platform/mail/dev-mailbox.ts'
import { createMailWriter, type MailWriterFor } from './platform/mail/mail-writer.ts'
import { notifyingMailer } from './platform/mail/notifying-mailer.ts'
import type { Services } from './server/create-server.ts'

export function jobHandlers(services: Services): Record<string, JobHandler> {
  const { config, database, keys, clock, limits, files } = services
  const { db } = database
  const { appName, storageDir } = config
  const languages = loadLanguages({ includePseudo: config.env === 'local' })
  const mailWriterFor: MailWriterFor = (locale, now) =>
    createMailWriter({
      keys,
      languages,
      appName,
      // Read each time: with PORT=0 it changes when the server starts to listen.
      origin: config.origin,
      now,
      translator: languages.pick(locale, undefined),
    })
  const jobServices = { db, keys, clock, config, storageDir, files, mailWriterFor, features }

  return {
    mail: mailJob(
      hasDevMailbox(config)
        ? notifyingMailer(createMailer(config), jobServices)
        : createMailer(config),
      limits,
    ),
    checkpoint: dailyLogMaintenanceJob(jobServices),
    snapshots: snapshotsJob(jobServices),
    'reset-link': resetLinkJob({ ...jobServices, limits }),
    'sign-in-code': signInCodeJob({ ...jobServices, limits }),
    'data-export': dataExportJob({
      ...jobServices,
      host: config.appUrl.hostname,
      readPhotos: (userId) => exportedPhotos(db, files, userId),
    }),
    'account-deletion': accountDeletionJob(jobServices),
    'deletion-reminder': deletionReminderJob(jobServices),
    'account-erased': accountErasedJob(jobServices),
    'after-hooks': afterHooksJob(jobServices),
    ...Object.fromEntries(
      features.flatMap((feature) => Object.entries(feature.jobs?.(jobServices) ?? {})),
    ),
  }
}

/** Job kinds that a user is waiting for. */
const urgentKinds = ['mail', 'reset-link', 'sign-in-code', 'unlock-link']

/** Job kinds that wait for the servers of others. */
const externalKinds = ['webhook-delivery', 'after-hooks', 'provider-check', 'team-domain-check']
export const maxExternalJobs = 10

/**
 * One runner for most kinds, and one for urgent kinds only, so that long exports do not delay mail. Kinds that wait for external
 * servers have a third one, because their duration is unbounded.
 */
export function jobRunners(services: JobServices): JobRunner[] {
  const runnerFor = (isTaken: (kind: string) => boolean, maxJobs?: number) => {
    const handlers = Object.entries(services.handlers).filter(([kind]) => isTaken(kind))
    return jobRunner({ ...services, handlers: Object.fromEntries(handlers) }, maxJobs)
  }
  return [
    runnerFor((kind) => !externalKinds.includes(kind)),
    runnerFor((kind) => urgentKinds.includes(kind)),
    runnerFor((kind) => externalKinds.includes(kind), maxExternalJobs),
  ]
}
