import { createAccount, postForm } from './account-steps.ts'
import type { BrowserFeature } from './features.ts'
import type { TestUser } from './page-states.ts'
import { openPage } from './test-server.ts'

const feature: BrowserFeature = {
  mainState: 'API/Index, empty',
  pageStates: {
    'API/Index, empty': async (user) => {
      await createAccount(user.foyer, user.context, user.person)
      await openPage(user.page, '/user/api-tokens')
    },
    'API/Index, a new token': async (user) => {
      await createApiToken(user)
      await openPage(user.page, '/user/api-tokens')
      await user.page.locator('dialog[open] .snippet').first().waitFor()
    },
    'API/Reference': async (user) => {
      await createAccount(user.foyer, user.context, user.person)
      await openPage(user.page, '/api/docs')
    },
    'API/Reference, for guests': ({ page }) => openPage(page, '/api/docs'),
    'API/Reference, an endpoint': async ({ page }) => {
      await openPage(page, '/api/docs#history-index')
      await page.locator('details[open] details > summary').first().click()
    },
    'API/Index, editing': async (user) => {
      await createApiToken(user)
      await user.context.request.get('/user/api-tokens')
      await openPage(user.page, '/user/api-tokens')
      await user.page.locator('.row-actions .link-button').first().click()
      await user.page.locator('dialog:popover-open').waitFor()
    },
  },
}

async function createApiToken({ foyer, context, person }: TestUser): Promise<void> {
  await createAccount(foyer, context, person)
  await postForm(context, '/user/confirm-password', { password: person.password })
  await postForm(context, '/user/api-tokens', {
    name: 'Backup script',
    permissions: ['read', 'update'],
    networks: '192.0.2.0/24',
  })
}

export default feature
