import { availableParallelism } from 'node:os'

import { gracePeriodMs } from '#app/account-deletion/grace-period.ts'
import { rowsPerPage } from '#app/browser-sessions/session-page.ts'
import { confirmationMinutes } from '#app/confirmation-levels.ts'
import { downloadLifetimeMs } from '#app/data-export/export-paths.ts'
import { undoLinkLifetimeMs } from '#app/email-change/confirm-email-change.ts'
import * as cspReports from '#app/http/security/csp-reports.ts'
import { sessionLimit } from '#app/http/security/password-attempts.ts'
import { guestFormLimit } from '#app/http/security/throttle.ts'
import { maxStoredLists } from '#app/log-integrity/checkpoint-files.ts'
import { lifetimeMs as passkeyChallengeMs } from '#app/passkeys/challenges.ts'
import { mailLimits as resetMailLimits } from '#app/password/reset-link.job.ts'
import { recentMs } from '#app/password/reset-options.ts'
import { linkLifetimeMs } from '#app/platform/auth/one-time-tokens.ts'
import { currentCost, hashQueue } from '#app/platform/auth/password-hash.ts'
import type { Config } from '#app/platform/config/config.ts'
import { nonceBytes } from '#app/platform/crypto/keyring.ts'
import { connectDefaults } from '#app/platform/db/connect.ts'
import { maxAttempts as maxTransactionAttempts } from '#app/platform/db/in-transaction.ts'
import { erasureRetentionMs } from '#app/platform/event-log/allow-log-erasure.ts'
import { maxAttempts as maxJobAttempts } from '#app/platform/jobs/backoff.ts'
import { maxConcurrentJobs } from '#app/platform/jobs/job-runner.ts'
import { leaseMs } from '#app/platform/jobs/lease.ts'
import { takeoverLinkLifetimeMs } from '#app/platform/mail/security-notice.ts'
import { smtpTimeouts } from '#app/platform/mail/smtp-mailer.ts'
import * as retention from '#app/platform/maintenance/prune-expired.ts'
import { maxWindows } from '#app/platform/rate-limit/rate-limits.ts'
import { commandTimeoutMs } from '#app/platform/rate-limit/redis-rate-limits.ts'
import * as sessions from '#app/platform/sessions/sessions.ts'
import * as previousPhotos from '#app/profile-photo/previous-photos.ts'
import { decodingQueue } from '#app/profile-photo/process-photo.ts'
import { uploadQueue } from '#app/profile-photo/routes.ts'
import { drainTimeoutMs } from '#app/server/graceful-shutdown.ts'
import { maintenanceIntervalMs } from '#app/server/start-server.ts'
import { lifetimeMs as challengeMs, maxWrongAnswers } from '#app/two-factor/challenge.ts'
import { firstNoticeAt } from '#app/two-factor/complete-challenge.ts'
import { lifetimeMs as enrollmentMs } from '#app/two-factor/enrollment.ts'
import { codeBytes } from '#app/two-factor/recovery-codes.ts'
import { daysToFix } from '#scripts/dependency-report.ts'
import { testFeatures } from '#testing/features.ts'

import { duration, kilobytes, perWindow } from './duration.ts'
import { inputValues } from './input-values.ts'

const cores = availableParallelism()

/** The values of docs/security-policy.md in the words of the page, by the first cell of their row. */
export function policyValues(
  config: Config,
  passwordMinLengthRange: string,
): Record<string, string[]> {
  return {
    ...inputValues(config, passwordMinLengthRange),
    ...limitValues,
    ...lifetimes,
    ...retentionValues(config),
    ...resources,
    ...Object.assign({}, ...testFeatures.map((feature) => feature.policyValues)),
  }
}

const [guestForms, guestWindowMs] = guestFormLimit

const limitValues: Record<string, string[]> = {
  'Forms of guests, before validation': [`${guestForms} in ${duration(guestWindowMs)}`],
  'Reset mails of one account': [resetMailLimits.map(perWindow).join(', ')],
  'Wrong passwords in one session': [perWindow(sessionLimit)],
  'Wrong codes in one two-factor challenge': [`${maxWrongAnswers}th`, `${firstNoticeAt}rd`],
  'CSP reports': [perWindow(cspReports.perNetworkLimit), kilobytes(cspReports.maxReportBytes)],
  'Concurrent password hashes': [
    hashQueue.concurrency === cores ? 'one per core' : 'not one per core',
    `${hashQueue.maxQueued / cores} queued per core`,
  ],
  'Concurrent photo decoding': [
    `${decodingQueue.concurrency}, with ${decodingQueue.maxQueued} queued`,
  ],
  'Concurrent photo uploads': [`${uploadQueue.concurrency}, with ${uploadQueue.maxQueued} queued`],
}

const lifetimes: Record<string, string[]> = {
  'Session, idle': [duration(sessions.idleTimeoutMs)],
  'Session with "Keep me signed in", idle': [duration(sessions.rememberedIdleTimeoutMs)],
  'Any session': [duration(sessions.absoluteTimeoutMs)],
  'Concurrent sessions': [`${rowsPerPage} per page`],
  'Confirmation for sensitive actions': [`${confirmationMinutes.sensitive} minutes`],
  'Confirmation for other actions': [`${confirmationMinutes.standard} minutes`],
  'Two-factor challenge': [duration(challengeMs)],
  'Two-factor setup': [duration(enrollmentMs)],
  'Passkey challenge': [duration(passkeyChallengeMs)],
  'Links in mails': [duration(linkLifetimeMs)],
  'Links "This wasn\'t me" and undo of an email change': [
    ...new Set([duration(takeoverLinkLifetimeMs), duration(undoLinkLifetimeMs)]),
  ],
  'Passkeys preselected for removal in a password reset': [duration(recentMs)],
}

function retentionValues({ historyRetentionDays }: Config): Record<string, string[]> {
  const { memory, passes, parallelism } = currentCost
  return {
    passwords: [`${memory / 1024} MiB, ${passes} passes, ${parallelism} lane`],
    'session, link, token and recovery secrets': [
      `${codeBytes * 8} random bits`,
      duration(sessions.secretCacheMs),
    ],
    'authenticator keys, payloads of jobs and links': [
      `dead jobs ${duration(retention.deadJobRetentionMs)}`,
    ],
    'name, address, language, time zone, photo, public keys of passkeys': [duration(gracePeriodMs)],
    'previous photos': [
      duration(previousPhotos.retentionMs),
      `at most ${previousPhotos.maxPreviousPhotos}`,
    ],
    'known devices, IP addresses': [duration(retention.knownDeviceRetentionMs)],
    'IP addresses and user agents in the event log': [`${historyRetentionDays} days`],
    'ids of erased accounts': [duration(erasureRetentionMs), `${maxStoredLists} lists`],
    'data export': [duration(downloadLifetimeMs)],
    'unsent broadcasts': [duration(retention.broadcastRetentionMs)],
  }
}

const resources: Record<string, string[]> = {
  'Encryption of columns, jobs and cookies': [`${nonceBytes * 8}-bit nonce`],
  'PostgreSQL connections': [
    `${connectDefaults.poolSize} per process`,
    `waits ${duration(connectDefaults.waitTimeoutMs)}`,
    `after ${duration(connectDefaults.statementTimeoutMs)}`,
  ],
  'Conflicting transactions': [`${maxTransactionAttempts} attempts`],
  Redis: [`${commandTimeoutMs} ms`],
  'Mail server': [
    `${duration(smtpTimeouts.stepTimeoutMs)} per step`,
    `${duration(smtpTimeouts.mailTimeoutMs)} per mail`,
    `${maxJobAttempts} attempts`,
  ],
  'Concurrent jobs': [`${maxConcurrentJobs} per process`, `leased for ${duration(leaseMs)}`],
  'Rate limit counters': [`${maxWindows / 1000},000 per server`],
  'Deletion of expired data': [duration(maintenanceIntervalMs)],
  Shutdown: [duration(drainTimeoutMs)],
  'critical, or exploited': [`${daysToFix.critical} days`],
  high: [`${daysToFix.high} days`],
  other: [...new Set([daysToFix.moderate, daysToFix.low, daysToFix.info])].map(
    (days) => `${days} days`,
  ),
}
