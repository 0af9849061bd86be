import { accountDeletionJob, deletionReminderJob } from '#app/account-deletion/account-deletion.ts'
import { dataExportJob } from '#app/data-export/data-export.ts'
import { signInCodeJob } from '#app/email-codes/sign-in-code.job.ts'
import { features } from '#app/features.ts'
import { afterHooksJob } from '#app/platform/hooks/after-hooks.ts'
import { type JobRunner, jobRunner } from '#app/platform/jobs/job-runner.ts'
import { mailJob } from '#app/platform/mail/mail.job.ts'
import { createMailer } from '#app/platform/mail/mailer.ts'
import { exportedPhotos } from '#app/profile-photo/profile-photo.ts'
import { snapshotsJob } from '#app/time-travel/time-travel.ts'

import type { FeatureJobServices } from './platform/feature.ts'
import { loadLanguages } from './platform/i18n/translations.ts'
import type { Job, JobServices } from './platform/jobs/run-job.ts'
import { hasDevMailbox } from './platform/mail/dev-mailbox.ts'
import { createMailWriter, type MailWriterFor } from './platform/mail/mail-writer.ts'
import { notifyingMailer } from './platform/mail/notifying-mailer.ts'
import type { Services } from './server/create-server.ts'

export function jobsByKind(services: Omit<Services, 'assets'>): Record<string, Job> {
  const { config, database, keys, clock, limits, files } = services
  const { db } = database
  const { appName } = config
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
  const jobServices = { db, keys, clock, config, limits, files, mailWriterFor, features }
  const mailer = createMailer(config)

  return {
    mail: {
      run: mailJob(hasDevMailbox(config) ? notifyingMailer(mailer, jobServices) : mailer, limits),
      runner: 'urgent',
    },
    'after-hooks': { run: afterHooksJob(jobServices), runner: 'external' },
    ...jobsOverFeatures(jobServices),
    ...Object.fromEntries(
      features.flatMap((feature) => Object.entries(feature.jobs?.(jobServices) ?? {})),
    ),
  }
}

/** Jobs that go through all features, so that the `feature.ts` of their own cannot import them. */
function jobsOverFeatures(services: FeatureJobServices): Record<string, Job> {
  const { config, db, files } = services
  return {
    snapshots: { run: snapshotsJob(services) },
    'sign-in-code': { run: signInCodeJob(services), runner: 'urgent' },
    'data-export': {
      run: dataExportJob({
        ...services,
        storageDir: config.storageDir,
        host: config.appUrl.hostname,
        readPhotos: (userId) => exportedPhotos(db, files, userId),
      }),
    },
    'account-deletion': { run: accountDeletionJob(services) },
    'deletion-reminder': { run: deletionReminderJob(services) },
  }
}

export const maxExternalJobs = 10

/** One runner for most jobs, one for urgent jobs only, so that long exports do not delay mail, and one for external jobs. */
export function jobRunners({ jobs, ...services }: JobRunnerServices): JobRunner[] {
  const runnerFor = (isTaken: (job: Job) => boolean, maxJobs?: number) =>
    jobRunner({ ...services, handlers: handlersOf(jobs, isTaken) }, maxJobs)
  return [
    runnerFor(({ runner }) => runner !== 'external'),
    runnerFor(({ runner }) => runner === 'urgent'),
    runnerFor(({ runner }) => runner === 'external', maxExternalJobs),
  ]
}

type JobRunnerServices = Omit<JobServices, 'handlers'> & { jobs: Record<string, Job> }

export function handlersOf(
  jobs: Record<string, Job>,
  isTaken: (job: Job) => boolean = () => true,
): JobServices['handlers'] {
  const taken = Object.entries(jobs).filter(([, job]) => isTaken(job))
  return Object.fromEntries(taken.map(([kind, { run }]) => [kind, run]))
}
