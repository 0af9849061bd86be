import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import type { BrowserContext } from 'playwright-core'

import { createAccount, csrfToken, type Person, postForm } from './account-steps.ts'
import { startTwoFactorSetup, totpCode } from './authenticator-app.ts'
import type { TestServer } from './test-server.ts'

export const stopLink = /\/stop-recovery\/\S+/
export const finishLink = /\/recover-account\/\S+/

/**
 * Creates an account, signed in with two-factor. @returns what a recovery asks for; its code is the one after the code that
 * was used
 */
export async function accountWithCodes(foyer: TestServer, context: BrowserContext, person: Person) {
  await createAccount(foyer, context, person)
  const secret = await startTwoFactorSetup(context, person)
  const response = await context.request.post('/user/confirmed-two-factor-authentication', {
    data: { code: totpCode(secret) },
    headers: { accept: 'application/json', 'x-xsrf-token': await csrfToken(context) },
  })
  const { recovery_codes: codes } = await response.json()
  const recoveryCode: string = codes[0]
  return { email: person.email, recovery_code: recoveryCode, code: totpCode(secret, 1) }
}

export async function forgetSession(context: BrowserContext): Promise<void> {
  await context.clearCookies({ name: /^(?!locale$)/ })
}

/** A recovery of an account waits; its browser is no longer signed in. */
export async function requestRecovery(foyer: TestServer, context: BrowserContext, person: Person) {
  const form = await accountWithCodes(foyer, context, person)
  await forgetSession(context)
  await postForm(context, '/recover-account', form)
}

/** Ends the waiting time of every recovery of the account. */
export function endWait({ storageDir }: TestServer, { email }: Pick<Person, 'email'>): void {
  const database = new DatabaseSync(join(storageDir, 'foyer.sqlite'), { timeout: 30_000 })
  database
    .prepare(
      `update account_recoveries set ready_at = created_at
       where user_id = (select id from users where email = ?)`,
    )
    .run(email)
  database.close()
}
