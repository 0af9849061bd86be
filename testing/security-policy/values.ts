import { gracePeriodMs } from '#app/account-deletion/limits.ts'
import { undoLinkLifetimeMs } from '#app/account-takeover/limits.ts'
import { figureDays } from '#app/admin/limits.ts'
import { rowsPerPage, shortListRows } from '#app/browser-sessions/limits.ts'
import { exportLifetimeMs } from '#app/data-export/limits.ts'
import {
  guestFormLimit,
  wrongPasswordsPerSession,
  cspReportLimit,
  maxCspReportBytes,
} from '#app/http/security/limits.ts'
import { defaultInvitationDays, maxInvitationDays } from '#app/invitations/limits.ts'
import { maxStoredLists } from '#app/log-integrity/limits.ts'
import { challengeLifetimeMs as passkeyChallengeMs } from '#app/passkeys/limits.ts'
import { resetMailLimits } from '#app/password/limits.ts'
import {
  firstPasswordLifetimeMs,
  linkLifetimeMs,
  pwnedLookupMs,
  pwnedResponseBytes,
} from '#app/platform/auth/limits.ts'
import { passwordDelays } from '#app/platform/auth/password-attempt-limits.ts'
import { currentCost, hashLimits } from '#app/platform/auth/password-hash.ts'
import type { Config } from '#app/platform/config/config.ts'
import { connectDefaults } from '#app/platform/config/database-settings.ts'
import { nonceBytes } from '#app/platform/crypto/keyring.ts'
import { secretLength } from '#app/platform/crypto/secret-tokens.ts'
import { maxAttempts as maxTransactionAttempts } from '#app/platform/db/retry-conflicts.ts'
import { erasureRetentionMs } from '#app/platform/event-log/limits.ts'
import { maxJobAttempts, leaseMs, maxConcurrentJobs } from '#app/platform/jobs/limits.ts'
import {
  takeoverLinkLifetimeMs,
  smtpTimeouts,
  mailsPerRecipient,
  mailsPerAccount,
  ownerMailsPerAccount,
} from '#app/platform/mail/limits.ts'
import * as retention from '#app/platform/maintenance/limits.ts'
import { maxWindows } from '#app/platform/rate-limit/rate-limits.ts'
import { commandTimeoutMs } from '#app/platform/rate-limit/redis-rate-limits.ts'
import * as sessions from '#app/platform/sessions/limits.ts'
import {
  uploadQueue,
  decodingQueue,
  previousPhotoRetentionMs,
  maxPreviousPhotos,
} from '#app/profile-photo/limits.ts'
import { drainTimeoutMs } from '#app/server/graceful-shutdown.ts'
import { maintenanceIntervalMs } from '#app/server/periodic-tasks.ts'
import { requestLifetimeMs, supportAccessMinutes } from '#app/support-access/limits.ts'
import {
  challengeLifetimeMs as challengeMs,
  maxWrongAnswers,
  firstWrongCodeNotice,
  firstUnansweredNotice,
  unansweredNoticeInterval,
  unansweredWindowMs,
  setupLifetimeMs as enrollmentMs,
  pendingCodesLifetimeMs,
} from '#app/two-factor/limits.ts'
import { waitlistRetentionMs } from '#app/waitlist/limits.ts'
import { daysToFix } from '#scripts/vulnerability-policy.ts'
import { testFeatures } from '#testing/test-features.ts'

import { duration, kilobytes, perWindow } from './duration.ts'
import { inputValues } from './input-values.ts'

/** The values of docs/security-policy.md in the words of the page, by the first cell of their row. */
export function policyValues(
  config: Config,
  rangeOf: (setting: string) => string,
): Record<string, string[]> {
  return {
    ...inputValues(config, rangeOf),
    ...limitValues,
    ...lifetimes(config, rangeOf),
    ...retentionValues(config),
    ...resources,
    ...Object.fromEntries(
      testFeatures.flatMap((feature) => Object.entries(feature.policyValues ?? {})),
    ),
  }
}

const limitValues: Record<string, string[]> = {
  'Forms of guests, before validation': [perWindow(guestFormLimit)],
  'Reset emails of one account': [resetMailLimits.map(perWindow).join(', ')],
  'Wrong passwords for one account, from all networks': [
    `${passwordDelays.freeAttempts} in ${duration(passwordDelays.windowMs)}`,
    duration(passwordDelays.firstMs),
    duration(passwordDelays.maxMs),
  ],
  'Emails that a stranger can cause, per recipient': [mailsPerRecipient.map(perWindow).join(', ')],
  'The same per account that causes them; emails about new devices, per account': [
    mailsPerAccount.map(perWindow).join(', '),
  ],
  'Warnings to an owner, and emails that restore an address, per account': [
    ownerMailsPerAccount.map(perWindow).join(', '),
  ],
  'Right passwords without a second factor, on unknown devices': [
    `${firstUnansweredNotice}rd in ${duration(unansweredWindowMs)}`,
    `${unansweredNoticeInterval}th`,
  ],
  'Wrong passwords in one session': [perWindow(wrongPasswordsPerSession)],
  'Wrong codes in one two-factor challenge': [`${maxWrongAnswers}th`, `${firstWrongCodeNotice}rd`],
  'CSP reports': [perWindow(cspReportLimit), kilobytes(maxCspReportBytes)],
  'Concurrent password hashes': [
    hashLimits({ workers: 2, cores: 9, threads: 64 }).concurrency === 4
      ? 'one per core but one, divided among the workers'
      : 'not per core',
    `at most ${hashLimits({ workers: 1, cores: 64, threads: 4 }).concurrency} in a process`,
    `${hashLimits({ workers: 1, cores: 2 }).maxQueued} queued for each`,
    `${hashLimits({ workers: 1, cores: 2 }).maxQueuedPerCaller} of one network`,
  ],
  'Concurrent photo decoding': [
    `${decodingQueue.concurrency}, with ${decodingQueue.maxQueued} queued`,
  ],
  'Concurrent photo uploads': [`${uploadQueue.concurrency}, with ${uploadQueue.maxQueued} queued`],
}

const lifetimes = (
  { sessionLengths, adminSessionMs, confirmationMinutes, ...config }: Config,
  rangeOf: (setting: string) => string,
): Record<string, string[]> => ({
  'Session, idle': [duration(sessionLengths.idleMs), rangeOf('SESSION_IDLE_MINUTES')],
  'Session with "Keep me signed in", idle': [
    duration(sessionLengths.rememberedIdleMs),
    rangeOf('SESSION_REMEMBERED_DAYS'),
  ],
  'Any session': [duration(sessionLengths.maxMs), rangeOf('SESSION_MAX_DAYS')],
  'A session that opens the admin area, from its sign-in on': [
    duration(adminSessionMs),
    rangeOf('ADMIN_SESSION_MINUTES'),
  ],
  'Concurrent sessions': [`${shortListRows} at first`, `${rowsPerPage} per page`],
  'Confirmation for sensitive actions': [
    `${confirmationMinutes.sensitive} minutes`,
    rangeOf('SENSITIVE_CONFIRMATION_MINUTES'),
  ],
  'Confirmation for other actions': [
    `${confirmationMinutes.standard} minutes`,
    rangeOf('CONFIRMATION_MINUTES'),
  ],
  'Two-factor challenge': [duration(challengeMs)],
  'Two-factor setup, new recovery codes until they are confirmed': [
    ...new Set([duration(enrollmentMs), duration(pendingCodesLifetimeMs)]),
  ],
  'Passkey challenge': [duration(passkeyChallengeMs)],
  'Links in emails': [duration(linkLifetimeMs)],
  Invitations: [`${defaultInvitationDays} days`, `at most ${maxInvitationDays}`],
  'Link to the first password of an account that an operator created': [
    duration(firstPasswordLifetimeMs),
  ],
  'Waiting time of a recovery without the mailbox': [
    `${config.recoveryWaitHours} hours`,
    rangeOf('RECOVERY_WAIT_HOURS'),
  ],
  'Trusted device': [`${config.trustedDeviceDays} days`, rangeOf('TRUSTED_DEVICE_DAYS')],
  'Links "This wasn\'t me" and undo of an email change': [
    ...new Set([duration(takeoverLinkLifetimeMs), duration(undoLinkLifetimeMs)]),
  ],
})

function retentionValues({ historyRetentionDays }: Config): Record<string, string[]> {
  const { memory, passes, parallelism } = currentCost
  return {
    passwords: [`${memory / 1024} MiB, ${passes} passes, ${parallelism} lane`],
    'session and link secrets': [
      `${Math.floor((secretLength * 6) / 8) * 8} random bits`,
      duration(sessions.secretCacheMs),
    ],
    'authenticator keys, payloads of jobs and links': [
      `permanently failed jobs ${duration(retention.deadJobRetentionMs)}`,
    ],
    'name, address, language, time zone, photo, public keys of passkeys': [duration(gracePeriodMs)],
    'previous photos': [duration(previousPhotoRetentionMs), `at most ${maxPreviousPhotos}`],
    'known devices, IP addresses': [duration(retention.knownDeviceRetentionMs)],
    'IP addresses and user agents in the event log': [`${historyRetentionDays} days`],
    'ids of erased accounts': [duration(erasureRetentionMs), `${maxStoredLists} lists`],
    'data export': [duration(exportLifetimeMs)],
    'addresses on the waitlist': [duration(waitlistRetentionMs)],
    'requests for support access': [duration(requestLifetimeMs), `${supportAccessMinutes} minutes`],
    'daily figures of the admin area': [`${figureDays} days`],
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
  'Pwned Passwords': [duration(pwnedLookupMs), kilobytes(pwnedResponseBytes)],
  'Mail server': [
    `${duration(smtpTimeouts.stepTimeoutMs)} per step`,
    `${duration(smtpTimeouts.mailTimeoutMs)} per mail`,
    `${maxJobAttempts} attempts`,
  ],
  'Concurrent jobs': [`${maxConcurrentJobs} per process`, `leased for ${duration(leaseMs)}`],
  'Rate limit counters': [`${maxWindows / 1000},000 per scope`],
  'Deletion of expired data': [duration(maintenanceIntervalMs)],
  Shutdown: [duration(drainTimeoutMs)],
  'critical, or exploited': [`${daysToFix.critical} days`],
  high: [`${daysToFix.high} days`],
  other: [...new Set([daysToFix.moderate, daysToFix.low, daysToFix.info])].map(
    (days) => `${days} days`,
  ),
}
