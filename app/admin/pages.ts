import type { SessionRow } from '#app/browser-sessions/pages.ts'
import type { Setting } from '#app/pages.ts'
import type { AdminSupportAccess } from '#app/support-access/pages.ts'
import type { EventRow } from '#app/time-travel/pages.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from '#app/webhooks/pages.ts'

import type { AdminTeamPages } from './team-pages.ts'

export interface AdminPages extends AdminTeamPages {
  'Admin/Accounts': {
    query: AccountListQuery
    list: AccountListRow[]
    /** For `?cursor=`; null on the last page and for a search, which shows its first matches only. */
    nextCursor: string | null
    /** On the first page without a search or a filter; otherwise null. */
    figures: Figure[] | null
  }
  'Admin/Account': {
    account: AdminAccount
    sessions: SessionRow[]
    /** The latest, without what only its owner may see. */
    events: AdminEventRow[]
    /** Null when this account may be changed; otherwise the reason why not. */
    readOnlyReason: 'own-account' | 'has-role' | null
    /** The support access that this session has requested or been given; null without either. */
    access: AdminSupportAccess | null
  }
  'Admin/Jobs': { waiting: number; jobs: FailedJob[] }
  'Admin/Invitations': {
    /** Open invitations, newest first. */
    invitations: ListedAddress[]
    /** For `?before=`; null on the last page. */
    nextInvitations: string | null
    /** Waiting addresses, the longest waiting first; null without a waitlist. */
    waitlist: ListedAddress[] | null
    /** For `?after=`; null on the last page. */
    nextWaiting: string | null
    defaultDays: number
    maxDays: number
  }
  'Admin/Webhooks': { endpoints: WebhookEndpointRow[] }
  'Admin/Webhook': {
    endpoint: WebhookEndpointRow
    filter: 'all' | 'failed'
    /** The messages, newest first. */
    deliveries: WebhookDeliveryRow[]
    /** For `?before=`; null on the last page. */
    nextBefore: string | null
  }
  'Admin/Settings': { list: Setting[] }
}

export const figureNames = [
  'sign-ups',
  'active-people',
  'second-factors',
  'failed-sign-ins',
] as const

export type FigureName = (typeof figureNames)[number]

export interface Figure {
  name: FigureName
  /** The first day, UTC. */
  from: string
  /** One count per day, starting at `from`. */
  counts: number[]
}

export type AccountFilter = 'all' | 'unverified' | 'locked' | 'deleting' | 'role'
export type AccountSort = 'newest' | 'oldest' | 'address'

export interface AccountListQuery {
  /** The beginning of an address or a name, or an id; empty for all. */
  search: string
  filter: AccountFilter
  sort: AccountSort
}

export interface AccountListRow {
  id: string
  name: string
  email: string
  createdAt: string
  isVerified: boolean
  isLocked: boolean
  isDeleting: boolean
  role: string | null
}

export interface AdminAccount extends AccountListRow {
  locale: string | null
  verifiedAt: string | null
  lockedAt: string | null
  erasedAt: string | null
  hasPassword: boolean
  twoFactorSince: string | null
  passkeys: number
  linkedAccounts: number
  apiTokens: number
  recoveryCodes: number
}

export type AdminEventRow = Pick<EventRow, 'seq' | 'at' | 'type' | 'data'>

export interface ListedAddress {
  id: string
  email: string
  /** When an invitation expires, or since when an address waits. */
  at: string
}

export interface FailedJob {
  id: string
  kind: string
  attempts: number
  reason: string | null
  failedAt: string | null
}
