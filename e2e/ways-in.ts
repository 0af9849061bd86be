import { createAccount, newPerson, postForm, signedOutAccount } from './account-steps.ts'
import { enableTwoFactor, totpCode } from './authenticator-app.ts'
import { addAuthenticator, disablePasskeyAutofill } from './browser-authenticator.ts'
import { invitationLink, teamInvitationLink } from './invitation-links.ts'
import { accountWithCodes, finishLink } from './recovery-steps.ts'
import { clearCookies } from './test-server.ts'
import { requestUnlockLink, unlockLink } from './unlock-steps.ts'
import {
  open,
  enterAddress,
  enterPassword,
  mailedCode,
  personAt,
  agreeToTerms,
  createInvitedPasskey,
  requestRecovery,
  finishRecovery,
  fillInRegistration,
  requestReset,
  chooseNewPassword,
  createPasskey,
  requireSecurityKey,
  verifyLink,
  resetLink,
  type WayIn,
} from './way-in-steps.ts'

/** From the first page to being signed in. */
export const waysIn: Record<string, (way: WayIn) => Promise<void>> = {
  async password(way) {
    const person = await signedOutAccount(way.foyer, way.context)
    await enterPassword(way, person)
    await way.arrive(person.name)
  },
  async 'mailed code'(way) {
    const { email, name } = await signedOutAccount(way.foyer, way.context)
    await enterAddress(way, email)
    await way.press('button', 'Email me a code')
    await way.arrive('Check your email')
    await way.submitCode(await mailedCode(way, email, /your sign-in code/i))
    await way.arrive(name)
  },
  async 'mailed code, then app'(way) {
    const person = await createAccount(way.foyer, way.context)
    const secret = await enableTwoFactor(way.context, person)
    await way.context.clearCookies()
    await enterAddress(way, person.email)
    await way.press('button', 'Email me a code')
    await way.arrive('Check your email')
    await way.submitCode(await mailedCode(way, person.email, /your sign-in code/i))
    await way.arrive('Two-factor authentication')
    await way.submitCode(totpCode(secret, 1))
    await way.arrive(person.name)
  },
  async provider(way) {
    const name = personAt(way, 'example')
    await open(way, '/login')
    await way.press('link', 'Continue with Example')
    await agreeToTerms(way, name)
  },
  async 'provider, then app, then a trusted device'(way) {
    const name = personAt(way, 'example')
    const start = async () => {
      await open(way, '/login')
      await way.press('link', /^Continue with Example/)
    }
    await start()
    await agreeToTerms(way, name)
    const secret = await enableTwoFactor(way.context, null)
    await clearCookies(way.page, 'foyer')
    await start()
    await way.arrive('Two-factor authentication')
    await way.check(/^Trust this device for 30 days/)
    await way.submitCode(totpCode(secret, 1))
    await way.arrive(name)
    await clearCookies(way.page, 'foyer')
    await start()
    await way.arrive(name)
  },
  async "Apple's form"(way) {
    const name = personAt(way, 'apple')
    await open(way, '/login')
    await way.press('link', 'Continue with Apple')
    if (!way.hasScript) {
      // The test provider has its button in <noscript>, which Chromium shows only when its own settings disable script.
      await way.page.locator('form').evaluate((form: HTMLFormElement) => form.submit())
      await way.press('button', 'Continue with Apple')
    }
    await agreeToTerms(way, name)
  },
  async 'address of a required provider'(way) {
    const name = personAt(way, 'example', 'required.example')
    await enterAddress(way, 'grace@required.example')
    await way.press('link', 'Continue with Example')
    await agreeToTerms(way, name)
  },
  async 'password, then app'(way) {
    const person = await createAccount(way.foyer, way.context)
    const secret = await enableTwoFactor(way.context, person)
    await way.context.clearCookies()
    await enterPassword(way, person)
    await way.arrive('Two-factor authentication')
    await way.submitCode(totpCode(secret, 1))
    await way.arrive(person.name)
  },
  async 'password, then recovery code'(way) {
    const person = newPerson()
    const { recovery_code } = await accountWithCodes(way.foyer, way.context, person)
    await way.context.clearCookies()
    await enterPassword(way, person)
    await way.arrive('Two-factor authentication')
    await way.press('link', 'Use a recovery code')
    await way.arrive('Enter a recovery code')
    await way.submit('Recovery code', recovery_code)
    await way.arrive(person.name)
  },
  async 'password on a trusted device'(way) {
    const person = await createAccount(way.foyer, way.context)
    const secret = await enableTwoFactor(way.context, person)
    await way.context.clearCookies()
    await enterPassword(way, person)
    await way.check(/^Trust this device for 30 days/)
    await way.submitCode(totpCode(secret, 1))
    await way.arrive(person.name)
    await clearCookies(way.page, 'foyer')
    await enterPassword(way, person)
    await way.arrive(person.name)
  },
  async 'password on a new device'(way) {
    const person = await createAccount(way.foyer, await way.foyer.newContext(way.t))
    await enterPassword(way, person)
    await way.arrive('Check your email')
    await way.submitCode(await mailedCode(way, person.email, /enter this code there/))
    await way.arrive(person.name)
  },
  async 'mailed unlock link'(way) {
    const person = await signedOutAccount(way.foyer, way.context)
    await requestUnlockLink(way.foyer, person)
    await open(way, await way.foyer.waitForMailLink(person.email, unlockLink))
    await way.arrive('Sign in without waiting')
    await way.press('button', 'Continue in this browser')
    await way.page.getByText('You no longer have to wait in this browser.').waitFor()
    await enterPassword(way, person)
    await way.arrive(person.name)
  },
  async 'registration, by link'(way) {
    const person = await fillInRegistration(way)
    await open(way, await way.foyer.waitForMailLink(person.email, verifyLink))
    await way.press('button', 'Confirm email address')
    await way.arrive(person.name)
  },
  async 'registration, by code'(way) {
    const person = await fillInRegistration(way)
    await way.submitCode(await mailedCode(way, person.email))
    await way.arrive(person.name)
  },
  async invitation(way) {
    const person = newPerson()
    await open(way, await invitationLink(way.foyer, person.email))
    await way.type('Name', person.name)
    await way.type('Password', person.password)
    await way.check(/^I agree/)
    await way.press('button', 'Create account')
    await way.arrive(person.name)
  },
  async 'invitation of a required provider'(way) {
    const name = personAt(way, 'example', 'required.example')
    const [invited] = way.providers.example.people
    await open(way, await invitationLink(way.foyer, invited?.email ?? ''))
    await way.arrive('Create an account')
    await way.press('link', 'Continue with Example')
    await agreeToTerms(way, name)
  },
  async 'invitation to a team, of a required provider'(way) {
    personAt(way, 'example', 'required.example')
    const [invited] = way.providers.example.people
    await open(way, await teamInvitationLink(way, invited?.email ?? ''))
    await way.press('link', 'Create an account')
    await way.press('link', 'Continue with Example')
    await agreeToTerms(way, 'Teams')
    await way.press('button', 'Join the team Acme')
    await way.arrive('Acme')
  },
  async 'new password, by link'(way) {
    const person = await requestReset(way)
    await open(way, await way.foyer.waitForMailLink(person.email, resetLink))
    await chooseNewPassword(way, person)
  },
  async 'new password, by code'(way) {
    const person = await requestReset(way)
    await way.submitCode(await mailedCode(way, person.email, /new password/))
    await chooseNewPassword(way, person)
  },
  async 'recovery without the mailbox'(way) {
    const moved = await requestRecovery(way)
    await open(way, await way.foyer.waitForMailLink(moved, finishLink))
    await finishRecovery(way)
  },
  async 'recovery without the mailbox, by code'(way) {
    const moved = await requestRecovery(way)
    await way.submitCode(await mailedCode(way, moved))
    await way.arrive('Choose a new password')
    await finishRecovery(way)
  },
  async 'another email address, by code'(way) {
    const [person, { email }] = [await createAccount(way.foyer, way.context), newPerson()]
    await postForm(way.context, '/user/confirm-password', { password: person.password })
    await postForm(way.context, '/user/email-change', { email })
    await open(way, '/user/profile')
    await way.submitCode(await mailedCode(way, email), 'Or the code of that email')
    await way.arrive('Confirm your new email address')
    await way.press('button', 'Confirm email address')
    await way.page.waitForURL('**/user/profile')
    // In the menu of the account, which may be closed.
    await way.page.getByText(email).first().waitFor({ state: 'attached' })
  },
  async 'an additional address, by code'(way) {
    const [person, { email }] = [await createAccount(way.foyer, way.context), newPerson()]
    await postForm(way.context, '/user/confirm-password', { password: person.password })
    await postForm(way.context, '/user/email-addresses', { email })
    await open(way, '/user/profile')
    await way.submitCode(await mailedCode(way, email), `Or the code that we sent to ${email}`)
    await way.arrive('Confirm your additional address')
    await way.press('button', 'Confirm email address')
    await way.page.locator('#email-addresses').getByText(email).first().waitFor()
  },
  async 'account switcher'(way) {
    const { foyer, context } = way
    const grace = await createAccount(foyer, context, newPerson('Grace Hopper'))
    await context.clearCookies()
    const ada = await createAccount(foyer, context)
    await postForm(context, '/accounts', {})
    await postForm(context, '/login', grace)
    await open(way, '/dashboard')
    await way.press('button', `Account menu of ${grace.name}`)
    await way.press('button', `Switch to ${ada.name} (${ada.email})`)
    await way.arrive(ada.name)
  },
}

/** Chromium's authenticators answer to script alone. */
export const waysWithScript: Record<string, (way: WayIn) => Promise<void>> = {
  async passkey(way) {
    const person = await createPasskey(way)
    await open(way, '/login')
    await way.press('button', 'Sign in with a passkey')
    await way.arrive(person.name)
  },
  async 'registration with a passkey'(way) {
    const { name, email } = newPerson()
    await addAuthenticator(way.context, way.page)
    await disablePasskeyAutofill(way.context)
    await open(way, '/register')
    await way.press('link', 'Use a passkey instead')
    await way.type('Name', name)
    await way.type('Email address', email)
    await way.check(/^I agree/)
    await way.press('button', 'Create account')
    await way.arrive('Check your email')
    await open(way, await way.foyer.waitForMailLink(email, verifyLink))
    await way.press('button', 'Confirm and create a passkey')
    await way.arrive(name)
  },
  async 'invitation, with a passkey'(way) {
    const { name, email } = newPerson()
    await addAuthenticator(way.context, way.page)
    await disablePasskeyAutofill(way.context)
    await open(way, await invitationLink(way.foyer, email))
    await createInvitedPasskey(way, name)
    await way.arrive(name)
  },
  async 'invitation to a team, with a passkey'(way) {
    const { name, email } = newPerson()
    await addAuthenticator(way.context, way.page)
    await disablePasskeyAutofill(way.context)
    await open(way, await teamInvitationLink(way, email))
    await way.press('link', 'Create an account')
    await createInvitedPasskey(way, name)
    await way.arrive('Teams')
    await way.press('button', 'Join the team Acme')
    await way.arrive('Acme')
  },
  async 'password, then security key'(way) {
    const person = await requireSecurityKey(way)
    await enterPassword(way, person)
    await way.arrive('Two-factor authentication')
    await way.press('button', 'Continue')
    await way.arrive(person.name)
  },
}
