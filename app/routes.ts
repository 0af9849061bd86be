import { accountDeletionRouteTable } from './account-deletion/route-table.ts'
import { accountRecoveryRouteTable } from './account-recovery/route-table.ts'
import { accountSwitcherRouteTable } from './account-switcher/route-table.ts'
import { accountTakeoverRouteTable } from './account-takeover/route-table.ts'
import { adminRouteTable } from './admin/route-table.ts'
import { adminTeamRouteTable } from './admin/team-route-table.ts'
import { adminWaitlistRouteTable } from './admin/waitlist-route-table.ts'
import { apiTokensRouteTable } from './api-tokens/route-table.ts'
import { apiRouteTable } from './api/route-table.ts'
import { browserSessionsRouteTable } from './browser-sessions/route-table.ts'
import { confirmationRouteTable } from './confirmation/route-table.ts'
import { customAttributesRouteTable } from './custom-attributes/route-table.ts'
import { dataExportRouteTable } from './data-export/route-table.ts'
import { devMailboxRouteTable } from './dev-mailbox/route-table.ts'
import { emailAddressesRouteTable } from './email-addresses/route-table.ts'
import { emailChangeRouteTable } from './email-change/route-table.ts'
import { emailCodesRouteTable } from './email-codes/route-table.ts'
import { emailVerificationRouteTable } from './email-verification/route-table.ts'
import { homeRouteTable } from './home/route-table.ts'
import { httpRouteTable } from './http/route-table.ts'
import { invitationsRouteTable } from './invitations/route-table.ts'
import { legalRouteTable } from './legal/route-table.ts'
import { logIntegrityRouteTable } from './log-integrity/route-table.ts'
import { managementRouteTable } from './management-api/route-table.ts'
import { newDeviceRouteTable } from './new-device/route-table.ts'
import { notificationsRouteTable } from './notifications/route-table.ts'
import { passkeysRouteTable } from './passkeys/route-table.ts'
import { passwordRouteTable } from './password/route-table.ts'
import type {
  AccountPermission,
  RolePermission,
  ServicePermission,
  TeamPermission,
  TeamTokenPermission,
} from './permissions.ts'
import { profilePhotoRouteTable } from './profile-photo/route-table.ts'
import { profileRouteTable } from './profile/route-table.ts'
import { providersRouteTable } from './providers/route-table.ts'
import { realtimeRouteTable } from './realtime/route-table.ts'
import { registrationRouteTable } from './registration/route-table.ts'
import { signInUnlockRouteTable } from './sign-in-unlock/route-table.ts'
import { signInRouteTable } from './sign-in/route-table.ts'
import { supportAccessRouteTable } from './support-access/route-table.ts'
import { teamDomainRouteTable } from './team-domains/route-table.ts'
import { teamInvitationRouteTable } from './team-invitations/route-table.ts'
import { sharedTeamRouteTable } from './team-pages/route-table.ts'
import { teamTimeTravelRouteTable } from './team-time-travel/route-table.ts'
import { teamTokenRouteTable } from './team-tokens/route-table.ts'
import { teamWebhookRouteTable } from './team-webhooks/route-table.ts'
import { teamRouteTable } from './teams/route-table.ts'
import { testClockRouteTable } from './test-clock/route-table.ts'
import { timeTravelRouteTable } from './time-travel/route-table.ts'
import { trustedDevicesRouteTable } from './trusted-devices/route-table.ts'
import { twoFactorRouteTable } from './two-factor/route-table.ts'
import { waitlistRouteTable } from './waitlist/route-table.ts'

const adminTables = { ...adminRouteTable, ...adminWaitlistRouteTable } as const
const teamTables = {
  ...sharedTeamRouteTable,
  ...teamDomainRouteTable,
  ...teamInvitationRouteTable,
  ...teamRouteTable,
  ...teamTimeTravelRouteTable,
  ...teamTokenRouteTable,
  ...teamWebhookRouteTable,
} as const

/** The route table. Links, redirects, the routes of browsers and the tests are derived from it. Each field is described at `Route`. */
export const routes = {
  ...accountDeletionRouteTable,
  ...accountRecoveryRouteTable,
  ...accountSwitcherRouteTable,
  ...accountTakeoverRouteTable,
  ...adminTables,
  ...apiRouteTable,
  ...apiTokensRouteTable,
  ...browserSessionsRouteTable,
  ...confirmationRouteTable,
  ...customAttributesRouteTable,
  ...dataExportRouteTable,
  ...devMailboxRouteTable,
  ...emailAddressesRouteTable,
  ...emailChangeRouteTable,
  ...emailCodesRouteTable,
  ...emailVerificationRouteTable,
  ...homeRouteTable,
  ...httpRouteTable,
  ...invitationsRouteTable,
  ...legalRouteTable,
  ...logIntegrityRouteTable,
  ...managementRouteTable,
  ...newDeviceRouteTable,
  ...notificationsRouteTable,
  ...passkeysRouteTable,
  ...passwordRouteTable,
  ...profilePhotoRouteTable,
  ...profileRouteTable,
  ...providersRouteTable,
  ...realtimeRouteTable,
  ...registrationRouteTable,
  ...signInRouteTable,
  ...signInUnlockRouteTable,
  ...supportAccessRouteTable,
  ...teamTables,
  ...testClockRouteTable,
  ...timeTravelRouteTable,
  ...trustedDevicesRouteTable,
  ...twoFactorRouteTable,
  ...waitlistRouteTable,
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes

/** The routes that a setting turns off. */
export const optionalRoutes: Readonly<Record<'teams' | 'admin', ReadonlySet<string>>> = {
  teams: new Set(Object.keys({ ...adminTeamRouteTable, ...teamTables })),
  admin: new Set(Object.keys(adminTables)),
}

/** The routes that pages can build URLs of. */
export type BrowserRoutes = {
  [
    Name in RouteName as (typeof routes)[Name] extends { notInBrowser: true } ? never : Name
  ]: (typeof routes)[Name]
}

/** Checked after routing; the server does not start with a route that declares none. */
export type AccessRule =
  /** Everyone. */
  | 'public'
  /** Visitors who are not signed in, and signed-in users who add an account; others are redirected to the dashboard. */
  | 'guest'
  /** Signed-in users. */
  | 'signedIn'
  /** Signed-in users with a verified address. */
  | 'verified'
  /** Like `verified`, with a role that has the `permission` of the route; 404 without any role. */
  | 'role'
  /** Like `verified`, for members of the team `{team}` with the `permission` of the route; 404 for others. */
  | 'team'
  /** Requests from this machine only. */
  | 'loopback'
  /** Requests from this machine and METRICS_NETWORKS. */
  | 'monitoring'
  /** Servers that sign each request with the secret of the channels; only the channels' own routes. */
  | 'signedRequest'
  /** API tokens of an account with the `permission` of the route; only under /api. */
  | 'apiToken'
  /** API tokens of a team with the `permission` of the route; only under /api/team. */
  | 'teamToken'
  /** Service tokens with the `permission` of the route; only under /api/admin. */
  | 'serviceToken'

export type Route = RouteBase & RoutePermission

/**
 * The permission of `app/permissions.ts` that `role`, `team` and tokens require; null for routes under /api without a token. With
 * `team`, `membership` allows every member, whatever the role.
 */
type RoutePermission =
  | { access: 'role'; permission: RolePermission }
  | { access: 'team'; permission: TeamPermission | 'membership'; path: `/t/{team}${string}` }
  | { access: 'apiToken'; permission: AccountPermission }
  | { access: 'teamToken'; permission: TeamTokenPermission; path: `/api/team${string}` }
  | { access: 'serviceToken'; permission: ServicePermission; path: `/api/admin/${string}` }
  | {
      access: Exclude<AccessRule, 'role' | 'team' | 'apiToken' | 'teamToken' | 'serviceToken'>
      permission?: null
    }

interface RouteBase {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Contains parameters as `{name}`. */
  path: `/${string}`
  /** The pattern that a parameter's whole value must match, by its name. */
  where?: Readonly<Record<string, string>>
  /** Also allows accounts that are pending deletion or have not accepted the current terms. */
  allowOnHold?: true
  /** Also allows accounts without a second factor where one is required. */
  allowWithoutSecondFactor?: true
  /** Also allows members of the team who do not meet its requirements. */
  allowUnmetRequirements?: true
  /** Also accepts requests of a page that shows another account than the one in use. */
  forAnyAccount?: true
  /**
   * Allows the route while an administrator sees another account. `asOwner` shows that account, only on pages that can be read without
   * a confirmation; `asAdministrator` shows that of the administrator.
   */
  duringSupport?: 'asOwner' | 'asAdministrator'
  /**
   * Also requires a recent confirmation of that level (`confirmation-level.ts`): `sensitive` for actions that could cost the account.
   * Only with `signedIn`, `verified`, `role` or `team`.
   */
  confirmation?: 'standard' | 'sensitive'
  /** Other sites and servers may post here: the route changes nothing, or checks a signature itself. */
  crossSite?: true
  /** No page builds a URL of the route, such as that of a link in mail, so browsers do not receive it. */
  notInBrowser?: true
  /** The page of its form, where a rejection redirects to when there is no Referer. */
  formPage?: `/${string}`
  /** A page of ours: a request that did not start on our pages is redirected there, before anything is remembered. */
  onlyFrom?: `/${string}`
}
