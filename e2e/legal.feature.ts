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
      replaceAcceptedTerms(foyer, person)
      await openPage(page, '/dashboard')
      await page.locator('[name=terms]').waitFor()
    },
  },
}

export default feature

/** As if the account had accepted an older version. */
function replaceAcceptedTerms({ storageDir }: TestServer, { email }: Person): void {
  const database = new DatabaseSync(join(storageDir, 'foyer.sqlite'), { timeout: 30_000 })
  database.prepare("update users set terms_version = 'older' where email = ?").run(email)
  database.close()
}
