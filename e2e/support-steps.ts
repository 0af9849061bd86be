import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { createAccount, postForm } from './account-steps.ts'
import type { TestUser } from './page-states.ts'
import { runOperatorCommand } from './run-operator-command.ts'

export async function becomeAdministrator({ context, foyer, person }: TestUser): Promise<void> {
  await createAccount(foyer, context, person)
  await runOperatorCommand(foyer, 'user:role', person.email, 'admin', '--yes')
  await postForm(context, '/user/confirm-password', { password: person.password })
}

interface State {
  isApproved: boolean
  isOpened?: boolean
  /** `somebody else` sees the user's account. By default the user sees that of somebody else. */
  by?: 'somebody else'
}

/** Adds support access between the user and somebody else with the same name, which the checks of texts know. */
export async function addSupportAccess({ foyer, person }: TestUser, state: State) {
  const email = `other-${person.email}`
  await runOperatorCommand(foyer, 'user:create', email, '--name', person.name)
  const database = new DatabaseSync(join(foyer.storageDir, 'foyer.sqlite'), { timeout: 30_000 })
  const idOf = (address: string) =>
    String(database.prepare('select id from users where email_key = ?').get(address)?.['id'])
  const [user, other, access, now] = [idOf(person.email), idOf(email), randomUUID(), Date.now()]
  const [owner, administrator] = state.by ? [user, other] : [other, user]
  if (state.by)
    database
      .prepare(
        `insert into sessions (id, user_id, token_hash, method, remembered, created_at, last_active_at, expires_at, ends_at)
         values (?, ?, ?, 'password', 0, ?, ?, ?, ?)`,
      )
      .run(randomUUID(), other, randomUUID(), now, now, now + 3_600_000, now + 3_600_000)
  const approvedAt = state.isApproved ? now : null
  database
    .prepare(
      `insert into support_sessions (id, user_id, administrator_id, session_id, reason, requested_at, approved_at, opened_at, expires_at)
       select ?, ?, ?, id, 'Ticket 1815', ?, ?, ?, ? from sessions where user_id = ? limit 1`,
    )
    .run(
      access,
      owner,
      administrator,
      now,
      approvedAt,
      state.isOpened ? now : null,
      now + 1_795_000,
      administrator,
    )
  database.close()
  return { link: `/support-access/${access}`, account: `/admin/accounts/${owner}` }
}
