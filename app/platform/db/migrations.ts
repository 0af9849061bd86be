import type { Kysely } from 'kysely'

import * as foundation from './migrations/001-foundation.ts'
import * as twoFactor from './migrations/002-two-factor.ts'
import * as passkeys from './migrations/003-passkeys.ts'
import * as profilePhotos from './migrations/004-profile-photos.ts'
import * as knownDevices from './migrations/005-known-devices.ts'
import * as apiTokens from './migrations/006-api-tokens.ts'
import * as leaving from './migrations/007-leaving.ts'
import * as operator from './migrations/008-operator.ts'
import * as broadcasts from './migrations/009-broadcasts.ts'
import * as timeTravel from './migrations/010-time-travel.ts'
import * as chain from './migrations/011-chain.ts'
import * as countries from './migrations/012-countries.ts'
import * as signedSnapshots from './migrations/013-signed-snapshots.ts'
import * as leavingIndex from './migrations/014-leaving-index.ts'
import * as sessionEnds from './migrations/015-session-ends.ts'
import * as sessionsByUse from './migrations/016-sessions-by-use.ts'
import * as challengeClients from './migrations/017-challenge-clients.ts'
import * as pendingRecoveryCodes from './migrations/018-pending-recovery-codes.ts'
import * as sessionNames from './migrations/019-session-names.ts'
import * as tokenUses from './migrations/020-token-uses.ts'
import * as eventCountries from './migrations/021-event-countries.ts'
import * as challengeCountries from './migrations/022-challenge-countries.ts'
import * as linkedAccounts from './migrations/023-linked-accounts.ts'
import * as previousPasswords from './migrations/024-previous-passwords.ts'
import * as waitlist from './migrations/025-waitlist.ts'
import * as notableEvents from './migrations/026-notable-events.ts'
import * as mailedCodes from './migrations/027-mailed-codes.ts'
import * as passkeyOffers from './migrations/028-passkey-offers.ts'
import * as securityKeys from './migrations/029-security-keys.ts'
import * as trustedDevices from './migrations/030-trusted-devices.ts'
import * as challengeKinds from './migrations/031-challenge-kinds.ts'
import * as additionalAddresses from './migrations/032-additional-addresses.ts'
import * as providerSessions from './migrations/035-provider-sessions.ts'
import * as roles from './migrations/037-roles.ts'
import * as accountRecoveries from './migrations/038-account-recoveries.ts'
import * as webhooks from './migrations/039-webhooks.ts'
import * as notifications from './migrations/040-notifications.ts'
import * as userAttributes from './migrations/041-user-attributes.ts'
import * as teams from './migrations/042-teams.ts'
import * as teamEvents from './migrations/043-team-events.ts'
import * as accountLists from './migrations/044-account-lists.ts'
import * as providerChecks from './migrations/045-provider-checks.ts'
import * as serviceTokens from './migrations/046-service-tokens.ts'
import * as serviceRequests from './migrations/047-service-requests.ts'
import * as dueRows from './migrations/054-due-rows.ts'
import * as dueServiceTokens from './migrations/055-due-service-tokens.ts'
import * as trustedProofs from './migrations/056-trusted-proofs.ts'
import * as invitationLanguages from './migrations/057-invitation-languages.ts'
import * as usedTrustSecrets from './migrations/059-used-trust-secrets.ts'
import * as filteredAccountLists from './migrations/062-filtered-account-lists.ts'
import * as teamPictures from './migrations/063-team-pictures.ts'
import * as supportSessions from './migrations/064-support-sessions.ts'
import * as dailyFigures from './migrations/065-daily-figures.ts'
import * as teamTokens from './migrations/066-team-tokens.ts'
import * as teamRequirements from './migrations/067-team-requirements.ts'
import * as teamDomains from './migrations/068-team-domains.ts'
import * as teamLogErasure from './migrations/069-team-log-erasure.ts'
import * as teamEventTimes from './migrations/070-team-event-times.ts'
import * as jobLanes from './migrations/071-job-lanes.ts'
import * as openedPages from './migrations/072-opened-pages.ts'
import * as taskLeases from './migrations/073-task-leases.ts'
import * as auditLines from './migrations/074-audit-lines.ts'
import * as managedTeamLists from './migrations/075-managed-team-lists.ts'
import * as teamTokenCreators from './migrations/076-team-token-creators.ts'
import * as waitingWebhooks from './migrations/077-waiting-webhooks.ts'
import * as changedBy from './migrations/078-changed-by.ts'
import * as changeAuthors from './migrations/079-change-authors.ts'

/**
 * In order of application. A released migration never changes: its name is stored in existing databases. From 016 on each has
 * a `down`, which undoes it.
 */
export const migrations: Migrations = {
  '001-foundation': foundation,
  '002-two-factor': twoFactor,
  '003-passkeys': passkeys,
  '004-profile-photos': profilePhotos,
  '005-known-devices': knownDevices,
  '006-api-tokens': apiTokens,
  '007-leaving': leaving,
  '008-operator': operator,
  '009-broadcasts': broadcasts,
  '010-time-travel': timeTravel,
  '011-chain': chain,
  '012-countries': countries,
  '013-signed-snapshots': signedSnapshots,
  '014-leaving-index': leavingIndex,
  '015-session-ends': sessionEnds,
  '016-sessions-by-use': sessionsByUse,
  '017-challenge-clients': challengeClients,
  '018-pending-recovery-codes': pendingRecoveryCodes,
  '019-session-names': sessionNames,
  '020-token-uses': tokenUses,
  '021-event-countries': eventCountries,
  '022-challenge-countries': challengeCountries,
  '023-linked-accounts': linkedAccounts,
  '024-previous-passwords': previousPasswords,
  '025-waitlist': waitlist,
  '026-notable-events': notableEvents,
  '027-mailed-codes': mailedCodes,
  '028-passkey-offers': passkeyOffers,
  '029-security-keys': securityKeys,
  '030-trusted-devices': trustedDevices,
  '031-challenge-kinds': challengeKinds,
  '032-additional-addresses': additionalAddresses,
  '035-provider-sessions': providerSessions,
  '037-roles': roles,
  '038-account-recoveries': accountRecoveries,
  '039-webhooks': webhooks,
  '040-notifications': notifications,
  '041-user-attributes': userAttributes,
  '042-teams': teams,
  '043-team-events': teamEvents,
  '044-account-lists': accountLists,
  '045-provider-checks': providerChecks,
  '046-service-tokens': serviceTokens,
  '047-service-requests': serviceRequests,
  '054-due-rows': dueRows,
  '055-due-service-tokens': dueServiceTokens,
  '056-trusted-proofs': trustedProofs,
  '057-invitation-languages': invitationLanguages,
  '059-used-trust-secrets': usedTrustSecrets,
  '062-filtered-account-lists': filteredAccountLists,
  '063-team-pictures': teamPictures,
  '064-support-sessions': supportSessions,
  '065-daily-figures': dailyFigures,
  '066-team-tokens': teamTokens,
  '067-team-requirements': teamRequirements,
  '068-team-domains': teamDomains,
  '069-team-log-erasure': teamLogErasure,
  '070-team-event-times': teamEventTimes,
  '071-job-lanes': jobLanes,
  '072-opened-pages': openedPages,
  '073-task-leases': taskLeases,
  '074-audit-lines': auditLines,
  '075-managed-team-lists': managedTeamLists,
  '076-team-token-creators': teamTokenCreators,
  '077-waiting-webhooks': waitingWebhooks,
  '078-changed-by': changedBy,
  '079-change-authors': changeAuthors,
}

export type Migrations = Readonly<Record<string, Migration>>

interface Migration {
  up: MigrationStep
  /** Restores the schema as it was before; only what `up` added is lost. */
  down?: MigrationStep
}

export type MigrationStep = <Tables>(db: Kysely<Tables>) => Promise<void>
