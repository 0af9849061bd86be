import type { Kysely } from 'kysely'

/** Teams, their members, invitations to them, and offers of their ownership. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('teams')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .addColumn('seat_limit', 'integer')
    .addColumn('deletes_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('event_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('log_hash', 'text')
    .addColumn('logged_at', 'bigint')
    .addColumn('log_signature', 'text')
    .execute()
  await db.schema
    .createIndex('teams_deletes_at')
    .on('teams')
    .column('deletes_at')
    .where('deletes_at', 'is not', null)
    .execute()

  await db.schema
    .createTable('team_members')
    .addColumn('team_id', 'text', (column) =>
      column.notNull().references('teams.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('joined_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('team_members_key', ['team_id', 'user_id'])
    .execute()
  await db.schema.createIndex('team_members_user_id').on('team_members').column('user_id').execute()
  await db.schema
    .createIndex('team_members_joined_at')
    .on('team_members')
    .columns(['team_id', 'joined_at', 'user_id'])
    .execute()

  await db.schema
    .createTable('team_invitations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('team_invitations_address', ['team_id', 'email_key'])
    .addForeignKeyConstraint(
      'team_invitations_inviter',
      ['team_id', 'user_id'],
      'team_members',
      ['team_id', 'user_id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()
  for (const column of ['user_id', 'email_key', 'expires_at'])
    await db.schema
      .createIndex(`team_invitations_${column}`)
      .on('team_invitations')
      .column(column)
      .execute()

  await db.schema
    .createTable('team_handovers')
    .addColumn('team_id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('to_user_id', 'text', (column) => column.notNull())
    .addColumn('is_shared', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addForeignKeyConstraint(
      'team_handovers_owner',
      ['team_id', 'user_id'],
      'team_members',
      ['team_id', 'user_id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'team_handovers_member',
      ['team_id', 'to_user_id'],
      'team_members',
      ['team_id', 'user_id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()
  for (const column of ['user_id', 'to_user_id'])
    await db.schema
      .createIndex(`team_handovers_${column}`)
      .on('team_handovers')
      .column(column)
      .execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  for (const table of ['team_handovers', 'team_invitations', 'team_members', 'teams'])
    await db.schema.dropTable(table).execute()
}
