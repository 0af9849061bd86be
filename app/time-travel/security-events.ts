import { sql } from 'kysely'

/** The `securityEventTypes`, in the exact words of the index in migrations/023-linked-accounts.ts. */
export const isSecurityEvent = sql<boolean>`type in (
  'access.removed',
  'account.locked',
  'address-change.asked',
  'address-change.undone',
  'address.changed',
  'event.disowned',
  'linked-account.added',
  'linked-account.removed',
  'not-me.reported',
  'passkey.added',
  'passkey.refused',
  'passkey.removed',
  'password.changed',
  'password.reset',
  'recovery-code.used',
  'recovery-codes.replaced',
  'record.broken',
  'sign-in.refused',
  'sign-in.stopped',
  'token.changed',
  'token.created',
  'token.first-used',
  'token.revoked',
  'token.rotated',
  'two-factor.disabled',
  'two-factor.enabled'
)`
