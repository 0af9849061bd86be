import { createAccount, postForm, sendForm } from './account-steps.ts'
import type { BrowserFeature } from './features.ts'
import type { TestUser } from './page-states.ts'
import { openPage } from './test-server.ts'

const feature: BrowserFeature = {
  mainState: 'Notifications',
  pageStates: {
    Notifications: async (user) => {
      await createTwoTokens(user)
      await openPage(user.page, '/notifications')
      await user.page.locator('.notification[data-unread]').nth(1).waitFor()
    },
    'Notifications, read': async (user) => {
      await createTwoTokens(user)
      await openPage(user.page, '/notifications')
      await user.page.locator('.card > header button').click()
      await user.page.locator('.notification:not([data-unread])').nth(1).waitFor()
    },
    'Notifications, empty': async (user) => {
      await createAccount(user.foyer, user.context, user.person)
      await openPage(user.page, '/notifications')
      // Hydrating sets the title once more.
      await user.page.waitForFunction(() => document.title.includes(' - '))
    },
    'Dashboard, notifications open': async (user) => {
      await createTwoTokens(user)
      await openPage(user.page, '/dashboard')
      await openMenu(user)
      await user.page.locator('.notification-menu .notification').nth(1).waitFor()
    },
    'Dashboard, no notifications': async (user) => {
      await createAccount(user.foyer, user.context, user.person)
      await openPage(user.page, '/dashboard')
      await openMenu(user)
      await user.page.locator('.notification-menu .empty-state').waitFor()
    },
    'Profile/Show, notifications turned off': async (user) => {
      await createAccount(user.foyer, user.context, user.person)
      await sendForm(user.context, 'PUT', '/user/notification-settings', { on: ['export.app'] })
      await openPage(user.page, '/user/profile#notifications')
    },
  },
}

export default feature

async function openMenu({ page }: TestUser): Promise<void> {
  await page.locator('button.notification-bell').click()
  await page.locator('.menu:popover-open').waitFor()
}

async function createTwoTokens({ foyer, context, person }: TestUser): Promise<void> {
  await createAccount(foyer, context, person)
  await postForm(context, '/user/confirm-password', { password: person.password })
  for (const name of [person.name, person.name])
    await postForm(context, '/user/api-tokens', { name, permissions: ['read'] })
}
