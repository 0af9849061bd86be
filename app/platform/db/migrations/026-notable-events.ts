import { type Kysely, sql } from 'kysely'

/** An index that new kinds of security events need not change: it holds all events except these frequent kinds. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`drop index events_security`.execute(db)
  await notableIndex.execute(db)
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`drop index events_notable`.execute(db)
  await securityIndex.execute(db)
}

const notableIndex = sql`
create index events_notable on events (user_id, at, seq, type) where type not in (
  'account.created',
  'account.leaving',
  'account.returned',
  'account.unlocked',
  'address-change.sent-again',
  'address-change.withdrawn',
  'address.verified',
  'data-export.downloaded',
  'data-export.requested',
  'passkey.renamed',
  'password.reset-requested',
  'photo.changed',
  'photo.removed',
  'profile.restored',
  'profile.updated',
  'record.began',
  'session.confirmation-ended',
  'session.confirmed',
  'session.ended',
  'session.renamed',
  'session.started',
  'terms.accepted'
)`

const securityIndex = sql`
create index events_security on events (user_id, at, seq) where type in (
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
