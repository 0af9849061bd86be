import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { createAccount, type Person } from './account-steps.ts'
import type { BrowserFeature } from './features.ts'
import { openPage, type TestServer } from './test-server.ts'

const feature: BrowserFeature = {
  mainState: 'Auth/AcceptTerms',
  pageStates: {
    'Auth/AcceptTerms': async ({ page, context, foyer, person }) => {
      await createAccount(foyer, context, person)
      replaceAcceptedTerms(foyer, person, 'older')
      await openPage(page, '/terms-of-service/accept')
    },
    'Auth/AcceptTerms, for the first time': async ({ page, context, foyer, person }) => {
      await createAccount(foyer, context, person)
      replaceAcceptedTerms(foyer, person, null)
      await openPage(page, '/terms-of-service/accept')
    },
  },
}

export default feature

/** Sets the accepted terms to an older version, or to none. */
function replaceAcceptedTerms(
  { storageDir }: TestServer,
  { email }: Person,
  version: 'older' | null,
): void {
  const database = new DatabaseSync(join(storageDir, 'foyer.sqlite'), { timeout: 30_000 })
  database
    .prepare('update users set terms_version = ?, policy_version = ? where email = ?')
    .run(version, version, email)
  database.close()
}
