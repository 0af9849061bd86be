/** Creates the tables and the account of the benchmark. */
import { getMigrations } from 'better-auth/db/migration'

import { auth, database } from '#lib/auth'

const { runMigrations } = await getMigrations(auth.options)
await runMigrations()
database.exec(`
  create table email_addresses (
    id integer primary key, user_id text not null references user (id), email text not null
  );
  create index email_addresses_user on email_addresses (user_id);
  create table notification_settings (
    user_id text not null references user (id), kind text not null, mail text not null,
    app text not null, primary key (user_id, kind)
  );
`)
const { ACCOUNT_NAME: name, ACCOUNT_EMAIL: email, ACCOUNT_PASSWORD: password } = process.env
await auth.api.signUpEmail({ body: { name, email, password } })
database.exec('update user set emailVerified = 1')
