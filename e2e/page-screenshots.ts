/** Run by `npm run screenshots`: takes the pictures of the pages that Ada's history does not show. */
import { test } from 'node:test'

import type { Pages } from '#app/pages.ts'
import { saveScreenshot, showVariant } from '#scripts/save-screenshot.ts'

import { configuredStates } from './all-page-states.ts'
import { waitForLayout } from './layout-checks.ts'
import { createTestUser, pageStates } from './page-states.ts'
import { startTestServer } from './test-server.ts'

/** The pages in scripts/screenshots.ts. */
type PageOfHistory =
  | 'Welcome'
  | 'Auth/Login'
  | 'Auth/Register'
  | 'Auth/TwoFactorChallenge'
  | 'Auth/PendingDeletion'
  | 'Dashboard'
  | 'Profile/Show'
  | 'API/Index'
  | 'TimeTravel/Index'

/** A page that is in neither file is an error of the types. */
type OtherPage = Exclude<keyof Pages, PageOfHistory>

const stateOfPage: { [Page in OtherPage]: Page | `${Page}, ${string}` } = {
  'Auth/EmailCode': 'Auth/EmailCode',
  'Auth/UnlockSignIn': 'Auth/UnlockSignIn',
  'Auth/Waitlist': 'Auth/Waitlist',
  'Auth/WaitlistChange': 'Auth/WaitlistChange, to join',
  'Auth/VerifyEmail': 'Auth/VerifyEmail, sent',
  'Auth/ForgotPassword': 'Auth/ForgotPassword, sent',
  'Auth/ResetPassword': 'Auth/ResetPassword',
  'Auth/ConfirmPassword': 'Auth/ConfirmPassword',
  'Auth/EmailChange': 'Auth/EmailChange, to confirm',
  'Auth/ConfirmAddress': 'Auth/ConfirmAddress',
  'Auth/ReportTakeover': 'Auth/ReportTakeover, to confirm',
  'Auth/NewDevice': 'Auth/NewDevice',
  'Auth/Accounts': 'Auth/Accounts',
  'Auth/SecondFactor': 'Auth/SecondFactor',
  'Auth/AcceptTerms': 'Auth/AcceptTerms',
  'Auth/RecoverAccount': 'Auth/RecoverAccount',
  'Auth/FinishRecovery': 'Auth/FinishRecovery',
  'Auth/StopRecovery': 'Auth/StopRecovery',
  'Auth/SupportAccess': 'Auth/SupportAccess',
  'Admin/Accounts': 'Admin/Accounts',
  'Admin/Account': 'Admin/Account',
  'Admin/Jobs': 'Admin/Jobs',
  'Admin/Invitations': 'Admin/Invitations',
  'Admin/Webhooks': 'Admin/Webhooks',
  'Admin/Webhook': 'Admin/Webhook',
  'Admin/Settings': 'Admin/Settings',
  'Admin/Teams': 'Admin/Teams',
  'Admin/Team': 'Admin/Team',
  Notifications: 'Notifications',
  'Teams/Index': 'Teams/Index',
  'Teams/Create': 'Teams/Create, rejected',
  'Teams/Show': 'Teams/Show',
  'Teams/Members': 'Teams/Members, with an invitation',
  'Teams/Settings': 'Teams/Settings',
  'Teams/Requirements': 'Teams/Requirements',
  'Teams/Webhooks': 'Teams/Webhooks, with a new secret',
  'Teams/Tokens': 'Teams/Tokens, with a new token',
  'Teams/Log': 'Teams/Log',
  'Teams/AcceptInvitation': 'Teams/AcceptInvitation',
  'API/Reference': 'API/Reference',
  TermsOfService: 'TermsOfService',
  PrivacyPolicy: 'PrivacyPolicy',
  Mailbox: 'Mailbox, a mail',
  Error: 'Error, not found',
}

const moreStates = [
  'Auth/Register, with a passkey',
  'Auth/Register, rejected',
  'Auth/Register, invited, with a passkey',
  'Auth/Register, invited, with a required provider',
  'Auth/VerifyEmail, to confirm',
  'Auth/VerifyEmail, to create a passkey',
  'Auth/Login, other accounts',
  'Dashboard, menu with several accounts',
  'Dashboard, command palette',
  'Profile/Show, confirmation dialog',
  'Profile/Show, several second factors',
  'Profile/Show, new recovery codes',
  'Profile/Show, trusted devices',
  'Profile/Show, more addresses',
  'Profile/Show, pending email change',
  'Auth/RecoverAccount, sent',
  'Profile/Show, two devices',
  'Profile/Show, data',
  'API/Index, a new token',
]

const servers = [
  { states: pageStates, foyer: startTestServer() },
  ...configuredStates.map(({ settings, pageStates: states }) => ({
    states,
    foyer: startTestServer(settings),
  })),
]

for (const state of [...Object.values(stateOfPage), ...moreStates]) {
  test(state, async (t) => {
    const server = servers.find(({ states }) => state in states)
    if (!server) throw new Error(`There is no state ${state}`)
    const { foyer, states } = server
    const visitor = await foyer.newVisitor(t)
    await states[state]?.(createTestUser(foyer, visitor))
    for (const variant of ['light', 'dark', 'light-phone'] as const) {
      await showVariant(visitor.page, variant)
      await visitor.page.evaluate(closeMessages)
      await visitor.page.evaluate(nameStorageFolder, foyer.storageDir)
      await waitForLayout(visitor.page)
      await saveScreenshot(visitor.page, pictureName(state), variant)
    }
  })
}

/** Runs in the page. Closes what tells about the steps before. */
function closeMessages(): void {
  const buttons = document.querySelectorAll<HTMLElement>(':is(.banner, .toasts) .icon-button')
  for (const button of buttons) button.click()
}

/** Runs in the page. Shows the path of an installation instead of this machine's, once React no longer compares the text. */
async function nameStorageFolder(folder: string): Promise<void> {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.nodeValue?.includes(folder)) continue
    const isHydrated = () =>
      Object.keys(Object(text.parentElement)).some((key) => key.startsWith('__react'))
    while (!isHydrated()) await new Promise(requestAnimationFrame)
    text.nodeValue = text.nodeValue.replaceAll(folder, '/var/lib/foyer')
  }
}

/** Such as "profile-show-more-addresses" for "Profile/Show, more addresses". */
function pictureName(state: string): string {
  const words = state.replace(/^Auth\//, '').replaceAll(/([a-z])([A-Z])/g, '$1-$2')
  return words.toLowerCase().replaceAll(/[^a-z]+/g, '-')
}
