import { type Kysely, sql } from 'kysely'

/** Accounts at providers, to sign in with. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('linked_accounts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .addUniqueConstraint('linked_accounts_subject', ['provider', 'issuer', 'subject'])
    .addUniqueConstraint('linked_accounts_user_id_provider', ['user_id', 'provider'])
    .execute()
  await db.schema
    .createTable('provider_states')
    .addColumn('state_hash', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('provider_states_expires_at')
    .on('provider_states')
    .column('expires_at')
    .execute()
  await db.schema
    .alterTable('two_factor_challenges')
    .addColumn('linked_account_id', 'text')
    .execute()
  await sql`drop index events_security`.execute(db)
  await securityIndex.execute(db)
}

/** Accounts without a password or passkey then sign in after a password reset. */
export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`drop index events_security`.execute(db)
  await previousSecurityIndex.execute(db)
  await sql`delete from two_factor_challenges where linked_account_id is not null`.execute(db)
  await db.schema.alterTable('two_factor_challenges').dropColumn('linked_account_id').execute()
  await db.schema.dropTable('provider_states').execute()
  await db.schema.dropTable('linked_accounts').execute()
}

const previousSecurityIndex = sql`
create index events_security on events (user_id, at, seq) where type in (
  'access.removed',
  'account.locked',
  'address-change.asked',
  'address-change.undone',
  'address.changed',
  'event.disowned',
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
