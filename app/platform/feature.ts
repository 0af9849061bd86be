import type { AliasedSelectQueryBuilder, Expression } from 'kysely'

import type {
  AccountBaseline,
  AccountEvents,
  AccountEventType,
  EventKind,
  AccountState,
} from '#app/account-events.ts'
import type { SecurityIssue, SoleOwnership, TakeoverStep } from '#app/pages.ts'

import type { ActionContext } from './action-context.ts'
import type { Actor } from './actor.ts'
import type { Clock } from './clock/clock.ts'
import type { Config } from './config/config.ts'
import type { EncryptedColumn } from './crypto/encrypted-columns.ts'
import type { Keyring } from './crypto/keyring.ts'
import type { Db, Tx } from './db/connect.ts'
import type { LogAdoption } from './event-log/adopt-legacy-logs.ts'
import type { LogStore } from './event-log/log-store.ts'
import type { FileStore } from './files/file-store.ts'
import type { Job } from './jobs/run-job.ts'
import type { MailPreview } from './mail/mail-preview.ts'
import type { MailWriterFor } from './mail/mail-writer.ts'
import type { SecurityNotice } from './mail/security-notice.ts'
import type { RateLimits } from './rate-limit/rate-limits.ts'

/**
 * The parts a feature adds to the account, beside its routes and pages. `app/features.ts` lists the features.
 *
 * Some have one user, so that their callers need not import it: app/platform may import no feature (`access` of api-tokens and
 * `logAdoption` of team-time-travel), and the rest of an account must not change when a feature is removed (`eraseClientData` of
 * api-tokens; `lockRowsBeforeAccount`, `beforeAccountLock`, `afterAccountUnlock`, `soleOwnerships` and `beforeErasure` of teams).
 */
export interface Feature {
  /** Every table of the feature that belongs to accounts, in the order of the data export. */
  ownedTables?: Readonly<Record<string, OwnedTable>>
  encryptedColumns?: readonly EncryptedColumn[]
  /** Deletes expired rows. Safe to run concurrently. */
  prune?(db: Db, now: number): Promise<void>
  /** Other work on due rows, which an index finds. Every ten minutes in one of the processes; safe to run concurrently. */
  everyTenMinutes?(services: PeriodicServices, now: number): Promise<void>
  /** Deletes files that no row names. Hourly, because each run lists all files. */
  pruneFiles?(services: PeriodicServices, now: number): Promise<void>
  /** Locks the rows of the feature that are locked before accounts: see `lockAccountRow`. */
  lockRowsBeforeAccount?(tx: Tx, userId: string): Promise<void>
  /** Revokes what the account gave to others, after `lockRowsBeforeAccount`. An unproven report may be the thief's, so it hides nothing. */
  revokeGrants?(
    tx: Tx,
    context: ActionContext,
    actor: Actor,
    options?: { isProven: boolean },
  ): Promise<void>
  /** Ends what others could still accept from an account that is locked. The caller has called `lockRowsBeforeAccount`. */
  beforeAccountLock?(
    tx: Tx,
    context: Pick<ActionContext, 'mailWriter' | 'now'>,
    actor: Actor,
  ): Promise<void>
  /** Records what works again. The caller has called `lockRowsBeforeAccount`. */
  afterAccountUnlock?(tx: Tx, actor: Actor): Promise<void>
  /** Before an account starts its grace period. @throws ValidationError when something has to be decided first */
  beforeDeletion?(tx: Tx, context: FeatureContext, actor: Actor): Promise<void>
  /** Things that the deletion of an account would leave without an owner, each with the page to transfer or delete it. */
  soleOwnerships?(db: Db, context: FeatureContext, userId: string): Promise<SoleOwnership[]>
  /** Runs before the rows of an account are deleted, for data without a foreign key. @param emailKeys  of all its addresses */
  beforeErasure?(
    tx: Tx,
    account: { userId: string; emailKeys: readonly string[]; now: number },
  ): Promise<void>
  /** Erases IP addresses and user agents from before that time. Runs daily. */
  eraseClientData?(db: Db, before: number): Promise<void>
  /** The feature's part of the state that starts the log of an account from before the hash chain. */
  baseline?(tx: Tx, userId: string): Promise<Partial<AccountBaseline>>
  /** Access to the account without its password. */
  access?: FeatureAccess
  history?: FeatureHistory
  /** Event logs of something other than accounts, such as teams. Checkpoints and `history:verify` cover them. */
  eventLogs?: LogStore
  logAdoption?: LogAdoption
  takeover?: FeatureTakeover
  /** Findings of the security check-up, in their order on the Dashboard. */
  securityIssues?: {
    issues: readonly SecurityIssue[]
    /** Uncorrelated counts named after their issue, to select beside any row. */
    columns(
      db: Db,
      params: SecurityParams,
    ): AliasedSelectQueryBuilder<{ count: number | string }, SecurityIssue>[]
  }
  /** By kind. */
  jobs?(services: FeatureJobServices): Record<string, Job>
  /** Every mail of the feature with made-up data, by the function that renders it. */
  mailPreviews?: Readonly<Record<string, SecurityNotice | MailPreview>>
}

export type FeatureContext = Pick<ActionContext, 'config'>

/** How Time Travel reads the events of a feature. */
export interface FeatureHistory {
  kind: EventKind
  /** For every event type of the feature. */
  reducers: EventReducers
}

/** The feature's step after a takeover: reverting what an attacker did with it. */
export interface FeatureTakeover {
  step: TakeoverStep['step']
  /** The property of `event.disowned` that counts what was reverted. */
  counter?: keyof AccountEvents['event.disowned']
  /** An attacker's changes that the owner may revert. */
  revertibleTypes: readonly AccountEventType[]
  /** @param changes  the attacker's events of these types. @param reported  the event that the owner reported */
  changedIds(changes: readonly PastEvent[], reported: PastEvent): string[]
  isActive(id: string, now: AccountState): boolean
  /**
   * Removes the items and sends the mails that removing them otherwise sends. Ignores ids that are not active. Keeps what the
   * account needs to sign in, or as its required second factor.
   *
   * @returns how many were removed
   */
  revert(tx: Tx, context: ActionContext, actor: Actor, items: TakeoverItems): Promise<number>
}

export interface TakeoverItems {
  /** `every` when the takeover was reported from a mail. */
  ids: readonly string[] | 'every'
  /** With `every`: whether items from before the attack stay, because the recovery link does not reach the reporter. */
  keepsOlder?: boolean
}

export interface PastEvent {
  type: string
  at: number
  data: Record<string, unknown>
}

/** The change an event makes to the account's state. */
export type EventReducers = {
  [Type in AccountEventType]?: (
    data: AccountEvents[Type],
    state: AccountState,
    at: number,
  ) => Partial<AccountState>
}

export type ReducersOf<Events> = Required<Pick<EventReducers, keyof Events & AccountEventType>>

export interface SecurityParams {
  userId: string
  now: number
}

export interface FeatureAccess {
  /** One row for each item that grants access. */
  rows(db: Db, userId: string): Expression<unknown>
  /** @returns how many tokens were revoked */
  revokeAll(tx: Tx, actor: Actor, reason: RevocationReason): Promise<number>
}

export type RevocationReason =
  | 'password-changed'
  | 'password-reset'
  | 'access-removed'
  | 'provider-refused'

export interface FeatureJobServices {
  features: readonly Feature[]
  db: Db
  keys: Keyring
  clock: Clock
  limits: RateLimits
  files: FileStore
  mailWriterFor: MailWriterFor
  config: Config
}

export interface PeriodicServices {
  db: Db
  keys: Keyring
  config: Config
  files: FileStore
}

export type OwnedTable = ExportedTable | { excludedBecause: string }

export interface ExportedTable {
  file: string
  /** Of a feature that the operator can turn off: only in the export of an account that has rows. */
  isOptional?: true
  /** Shown in the export's README. */
  description: string
  ownerColumn: string
  /** Unique within the account; rows are exported in this order. */
  orderColumn: string
  columns: readonly string[]
  excludedColumns: Readonly<Record<string, string>>
}
