import { backUp } from './back-up.ts'
import { changeRoleCommand } from './change-role.ts'
import type { Command } from './command.ts'
import { createAccount } from './create-account.ts'
import { listDeadJobs, retryDeadJobs } from './dead-jobs.ts'
import { deleteAccount } from './delete-account.ts'
import { deviceCode } from './device-code.ts'
import { doctor } from './doctor.ts'
import { exportAccount } from './export-account.ts'
import { importAccounts } from './import-accounts.ts'
import { inviteCommand, listInvitations, revokeInvitation } from './invitations.ts'
import { listAccounts } from './list-accounts.ts'
import { lockCommand, unlockCommand } from './lock-account.ts'
import { migrateDatabase, migrationStatus } from './migrate-database.ts'
import { pruneSessions } from './prune-sessions.ts'
import { rebuildSnapshotsCommand } from './rebuild-snapshots.ts'
import { resetTwoFactor } from './reset-two-factor.ts'
import { rollBackDatabase } from './roll-back-database.ts'
import { rotateKey } from './rotate-key.ts'
import {
  createServiceTokenCommand,
  listServiceTokensCommand,
  revokeServiceTokenCommand,
} from './service-tokens.ts'
import { showAccount } from './show-account.ts'
import { upgrade } from './upgrade.ts'
import { userAttribute } from './user-attribute.ts'
import { verifyDataExport } from './verify-data-export.ts'
import { verifyEventLogs } from './verify-event-logs.ts'
import { inviteFromWaitlist, listWaitlist, removeWaiting } from './waitlist.ts'
import {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhook,
  rotateWebhook,
} from './webhooks.ts'

/** All commands, in the order of the help. */
export const commands: Record<string, Command> = {
  'user:create': createAccount,
  'user:list': listAccounts,
  'user:show': showAccount,
  'user:attribute': userAttribute,
  'user:lock': lockCommand,
  'user:unlock': unlockCommand,
  'user:role': changeRoleCommand,
  'user:reset-two-factor': resetTwoFactor,
  'user:device-code': deviceCode,
  'user:export': exportAccount,
  'user:delete': deleteAccount,
  import: importAccounts,
  invite: inviteCommand,
  'invite:list': listInvitations,
  'invite:revoke': revokeInvitation,
  'waitlist:list': listWaitlist,
  'waitlist:invite': inviteFromWaitlist,
  'waitlist:remove': removeWaiting,
  migrate: migrateDatabase,
  'migrate:status': migrationStatus,
  'migrate:down': rollBackDatabase,
  upgrade,
  'key:rotate': rotateKey,
  'sessions:prune': pruneSessions,
  'history:verify': verifyEventLogs,
  'export:verify': verifyDataExport,
  'history:rebuild': rebuildSnapshotsCommand,
  'service-token:create': createServiceTokenCommand,
  'service-token:list': listServiceTokensCommand,
  'service-token:revoke': revokeServiceTokenCommand,
  'webhook:create': createWebhook,
  'webhook:list': listWebhooks,
  'webhook:rotate': rotateWebhook,
  'webhook:disable': disableWebhook,
  'webhook:enable': enableWebhook,
  'webhook:delete': deleteWebhook,
  'webhook:deliveries': listWebhookDeliveries,
  'webhook:replay': replayWebhook,
  'jobs:list': listDeadJobs,
  'jobs:retry': retryDeadJobs,
  backup: backUp,
  doctor,
}
