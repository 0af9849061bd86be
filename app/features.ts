import { accountDeletionFeature } from './account-deletion/feature.ts'
import { accountRecoveryFeature } from './account-recovery/feature.ts'
import { adminFeature } from './admin/feature.ts'
import { apiTokensFeature } from './api-tokens/feature.ts'
import { customAttributesFeature } from './custom-attributes/feature.ts'
import { dataExportFeature } from './data-export/feature.ts'
import { emailAddressesFeature } from './email-addresses/feature.ts'
import { logIntegrityFeature } from './log-integrity/feature.ts'
import { managementApiFeature } from './management-api/feature.ts'
import { notificationsFeature } from './notifications/feature.ts'
import { takeoverSteps } from './pages.ts'
import { passkeysFeature } from './passkeys/feature.ts'
import { passwordFeature } from './password/feature.ts'
import type { Tx } from './platform/db/connect.ts'
import type { Feature } from './platform/feature.ts'
import { profilePhotoFeature } from './profile-photo/feature.ts'
import { providersFeature } from './providers/feature.ts'
import { rolesFeature } from './roles/feature.ts'
import { serviceTokensFeature } from './service-tokens/feature.ts'
import { signInUnlockFeature } from './sign-in-unlock/feature.ts'
import { supportAccessFeature } from './support-access/feature.ts'
import { teamDomainsFeature } from './team-domains/feature.ts'
import { teamInvitationsFeature } from './team-invitations/feature.ts'
import { teamTimeTravelFeature } from './team-time-travel/feature.ts'
import { teamTokensFeature } from './team-tokens/feature.ts'
import { teamsFeature } from './teams/feature.ts'
import { timeTravelFeature } from './time-travel/feature.ts'
import { trustedDevicesFeature } from './trusted-devices/feature.ts'
import { twoFactorFeature } from './two-factor/feature.ts'
import { waitlistFeature } from './waitlist/feature.ts'
import { webhooksFeature } from './webhooks/feature.ts'

/** The features that add something to the account. The order is that of the data export. */
export const features: readonly Feature[] = [
  passkeysFeature,
  providersFeature,
  emailAddressesFeature,
  twoFactorFeature,
  trustedDevicesFeature,
  passwordFeature,
  apiTokensFeature,
  rolesFeature,
  teamsFeature,
  teamDomainsFeature,
  teamInvitationsFeature,
  teamTimeTravelFeature,
  teamTokensFeature,
  profilePhotoFeature,
  customAttributesFeature,
  timeTravelFeature,
  dataExportFeature,
  notificationsFeature,
  waitlistFeature,
  signInUnlockFeature,
  accountRecoveryFeature,
  supportAccessFeature,
  webhooksFeature,
  serviceTokensFeature,
  managementApiFeature,
  adminFeature,
  logIntegrityFeature,
  accountDeletionFeature,
]

/** Locks rows that must be locked before the account's row; see the lock order at `lockAccountRow`. */
export async function lockRowsBeforeAccount(tx: Tx, userId: string): Promise<void> {
  for (const feature of features) await feature.lockRowsBeforeAccount?.(tx, userId)
}

/** The stores of all event logs: accounts and teams. */
export const logStores = features.flatMap(({ eventLogs }) => eventLogs ?? [])

export const histories = features.flatMap(({ history }) => history ?? [])

/** The takeover steps of all features, in the order of the steps. */
export const takeovers = takeoverSteps.flatMap((step) =>
  features.flatMap(({ takeover }) => (takeover?.step === step ? takeover : [])),
)
