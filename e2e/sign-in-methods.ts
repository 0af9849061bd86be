import { createAccount, newPerson, postForm, signedOutAccount } from './account-steps.ts'
import { enableTwoFactor, totpCode } from './authenticator-app.ts'
import { addAuthenticator, disablePasskeyAutofill } from './browser-authenticator.ts'
import { invitationLink, teamInvitationLink } from './invitation-links.ts'
import { accountWithCodes, finishLink } from './recovery-steps.ts'
import {
  open,
  enterAddress,
  enterPassword,
  mailedCode,
  newPersonAtProvider,
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
  type SignInWalk,
} from './sign-in-steps.ts'
import { clearCookies } from './test-server.ts'
import { requestUnlockLink, unlockLink } from './unlock-steps.ts'

/** Each way from the first page to being signed in. */
export const signInMethods: Record<string, (walk: SignInWalk) => Promise<void>> = {
  async password(walk) {
    const person = await signedOutAccount(walk.foyer, walk.context)
    await enterPassword(walk, person)
    await walk.arrive(person.name)
  },
  async 'mailed code'(walk) {
    const { email, name } = await signedOutAccount(walk.foyer, walk.context)
    await enterAddress(walk, email)
    await walk.press('button', 'Email me a code')
    await walk.arrive('Check your email')
    await walk.submitCode(await mailedCode(walk, email, /your sign-in code/i))
    await walk.arrive(name)
  },
  async 'mailed code, then app'(walk) {
    const person = await createAccount(walk.foyer, walk.context)
    const secret = await enableTwoFactor(walk.context, person)
    await walk.context.clearCookies()
    await enterAddress(walk, person.email)
    await walk.press('button', 'Email me a code')
    await walk.arrive('Check your email')
    await walk.submitCode(await mailedCode(walk, person.email, /your sign-in code/i))
    await walk.arrive('Two-factor authentication')
    await walk.submitCode(totpCode(secret, 1))
    await walk.arrive(person.name)
  },
  async provider(walk) {
    const name = newPersonAtProvider(walk, 'example')
    await open(walk, '/login')
    await walk.press('link', 'Continue with Example')
    await agreeToTerms(walk, name)
  },
  async 'provider, then app, then a trusted device'(walk) {
    const name = newPersonAtProvider(walk, 'example')
    const start = async () => {
      await open(walk, '/login')
      await walk.press('link', /^Continue with Example/)
    }
    await start()
    await agreeToTerms(walk, name)
    const secret = await enableTwoFactor(walk.context, null)
    await clearCookies(walk.page, 'foyer')
    await start()
    await walk.arrive('Two-factor authentication')
    await walk.check(/^Trust this device for 30 days/)
    await walk.submitCode(totpCode(secret, 1))
    await walk.arrive(name)
    await clearCookies(walk.page, 'foyer')
    await start()
    await walk.arrive(name)
  },
  async "Apple's form"(walk) {
    const name = newPersonAtProvider(walk, 'apple')
    await open(walk, '/login')
    await walk.press('link', 'Continue with Apple')
    if (!walk.hasScript) {
      // The test provider has its button in <noscript>, which Chromium shows only when its own settings disable script.
      await walk.page.locator('form').evaluate((form: HTMLFormElement) => form.submit())
      await walk.press('button', 'Continue with Apple')
    }
    await agreeToTerms(walk, name)
  },
  async 'address of a required provider'(walk) {
    const name = newPersonAtProvider(walk, 'example', 'required.example')
    await enterAddress(walk, 'grace@required.example')
    await walk.press('link', 'Continue with Example')
    await agreeToTerms(walk, name)
  },
  async 'password, then app'(walk) {
    const person = await createAccount(walk.foyer, walk.context)
    const secret = await enableTwoFactor(walk.context, person)
    await walk.context.clearCookies()
    await enterPassword(walk, person)
    await walk.arrive('Two-factor authentication')
    await walk.submitCode(totpCode(secret, 1))
    await walk.arrive(person.name)
  },
  async 'password, then recovery code'(walk) {
    const person = newPerson()
    const { recovery_code } = await accountWithCodes(walk.foyer, walk.context, person)
    await walk.context.clearCookies()
    await enterPassword(walk, person)
    await walk.arrive('Two-factor authentication')
    await walk.press('link', 'Use a recovery code')
    await walk.arrive('Enter a recovery code')
    await walk.submit('Recovery code', recovery_code)
    await walk.arrive(person.name)
  },
  async 'password on a trusted device'(walk) {
    const person = await createAccount(walk.foyer, walk.context)
    const secret = await enableTwoFactor(walk.context, person)
    await walk.context.clearCookies()
    await enterPassword(walk, person)
    await walk.check(/^Trust this device for 30 days/)
    await walk.submitCode(totpCode(secret, 1))
    await walk.arrive(person.name)
    await clearCookies(walk.page, 'foyer')
    await enterPassword(walk, person)
    await walk.arrive(person.name)
  },
  async 'password on a new device'(walk) {
    const person = await createAccount(walk.foyer, await walk.foyer.newContext(walk.t))
    await enterPassword(walk, person)
    await walk.arrive('Check your email')
    await walk.submitCode(await mailedCode(walk, person.email, /enter this code there/))
    await walk.arrive(person.name)
  },
  async 'mailed unlock link'(walk) {
    const person = await signedOutAccount(walk.foyer, walk.context)
    await requestUnlockLink(walk.foyer, person)
    await open(walk, await walk.foyer.waitForMailLink(person.email, unlockLink))
    await walk.arrive('Sign in without waiting')
    await walk.press('button', 'Continue in this browser')
    await walk.page.getByText('You no longer have to wait in this browser.').waitFor()
    await enterPassword(walk, person)
    await walk.arrive(person.name)
  },
  async 'registration, by link'(walk) {
    const person = await fillInRegistration(walk)
    await open(walk, await walk.foyer.waitForMailLink(person.email, verifyLink))
    await walk.press('button', 'Confirm email address')
    await walk.arrive(person.name)
  },
  async 'registration, by code'(walk) {
    const person = await fillInRegistration(walk)
    await walk.submitCode(await mailedCode(walk, person.email))
    await walk.arrive(person.name)
  },
  async invitation(walk) {
    const person = newPerson()
    await open(walk, await invitationLink(walk.foyer, person.email))
    await walk.type('Name', person.name)
    await walk.type('Password', person.password)
    await walk.check(/^I agree/)
    await walk.press('button', 'Create account')
    await walk.arrive(person.name)
  },
  async 'invitation of a required provider'(walk) {
    const name = newPersonAtProvider(walk, 'example', 'required.example')
    const [invited] = walk.providers.example.people
    await open(walk, await invitationLink(walk.foyer, invited?.email ?? ''))
    await walk.arrive('Create an account')
    await walk.press('link', 'Continue with Example')
    await agreeToTerms(walk, name)
  },
  async 'invitation to a team, of a required provider'(walk) {
    newPersonAtProvider(walk, 'example', 'required.example')
    const [invited] = walk.providers.example.people
    await open(walk, await teamInvitationLink(walk, invited?.email ?? ''))
    await walk.press('link', 'Create an account')
    await walk.press('link', 'Continue with Example')
    await agreeToTerms(walk, 'Teams')
    await walk.press('button', 'Join the team Acme')
    await walk.arrive('Acme')
  },
  async 'new password, by link'(walk) {
    const person = await requestReset(walk)
    await open(walk, await walk.foyer.waitForMailLink(person.email, resetLink))
    await chooseNewPassword(walk, person)
  },
  async 'new password, by code'(walk) {
    const person = await requestReset(walk)
    await walk.submitCode(await mailedCode(walk, person.email, /new password/))
    await chooseNewPassword(walk, person)
  },
  async 'recovery without the mailbox'(walk) {
    const moved = await requestRecovery(walk)
    await open(walk, await walk.foyer.waitForMailLink(moved, finishLink))
    await finishRecovery(walk)
  },
  async 'recovery without the mailbox, by code'(walk) {
    const moved = await requestRecovery(walk)
    await walk.submitCode(await mailedCode(walk, moved))
    await walk.arrive('Choose a new password')
    await finishRecovery(walk)
  },
  async 'another email address, by code'(walk) {
    const [person, { email }] = [await createAccount(walk.foyer, walk.context), newPerson()]
    await postForm(walk.context, '/user/confirm-password', { password: person.password })
    await postForm(walk.context, '/user/email-change', { email })
    await open(walk, '/user/profile')
    await walk.submitCode(await mailedCode(walk, email), 'Or enter the code from that email')
    await walk.arrive('Confirm your new email address')
    await walk.press('button', 'Confirm email address')
    await walk.page.waitForURL('**/user/profile')
    // In the menu of the account, which may be closed.
    await walk.page.getByText(email).first().waitFor({ state: 'attached' })
  },
  async 'an additional address, by code'(walk) {
    const [person, { email }] = [await createAccount(walk.foyer, walk.context), newPerson()]
    await postForm(walk.context, '/user/confirm-password', { password: person.password })
    await postForm(walk.context, '/user/email-addresses', { email })
    await open(walk, '/user/profile')
    await walk.submitCode(await mailedCode(walk, email), `Code sent to ${email}`)
    await walk.arrive('Confirm your additional address')
    await walk.press('button', 'Confirm email address')
    await walk.page.locator('#email-addresses').getByText(email).first().waitFor()
  },
  async 'account switcher'(walk) {
    const { foyer, context } = walk
    const grace = await createAccount(foyer, context, newPerson('Grace Hopper'))
    await context.clearCookies()
    const ada = await createAccount(foyer, context)
    await postForm(context, '/accounts', {})
    await postForm(context, '/login', grace)
    await open(walk, '/dashboard')
    await walk.press('button', `Account menu of ${grace.name}`)
    await walk.press('button', `Switch to ${ada.name} (${ada.email})`)
    await walk.arrive(ada.name)
  },
}

/** Chromium's authenticators answer to script alone. */
export const methodsWithScript: Record<string, (walk: SignInWalk) => Promise<void>> = {
  async passkey(walk) {
    const person = await createPasskey(walk)
    await open(walk, '/login')
    await walk.press('button', 'Sign in with a passkey')
    await walk.arrive(person.name)
  },
  async 'registration with a passkey'(walk) {
    const { name, email } = newPerson()
    await addAuthenticator(walk.context, walk.page)
    await disablePasskeyAutofill(walk.context)
    await open(walk, '/register')
    await walk.press('link', 'Use a passkey instead')
    await walk.type('Name', name)
    await walk.type('Email address', email)
    await walk.check(/^I agree/)
    await walk.press('button', 'Create account')
    await walk.arrive('Check your email')
    await open(walk, await walk.foyer.waitForMailLink(email, verifyLink))
    await walk.press('button', 'Confirm and create a passkey')
    await walk.arrive(name)
  },
  async 'invitation, with a passkey'(walk) {
    const { name, email } = newPerson()
    await addAuthenticator(walk.context, walk.page)
    await disablePasskeyAutofill(walk.context)
    await open(walk, await invitationLink(walk.foyer, email))
    await createInvitedPasskey(walk, name)
    await walk.arrive(name)
  },
  async 'invitation to a team, with a passkey'(walk) {
    const { name, email } = newPerson()
    await addAuthenticator(walk.context, walk.page)
    await disablePasskeyAutofill(walk.context)
    await open(walk, await teamInvitationLink(walk, email))
    await walk.press('link', 'Create an account')
    await createInvitedPasskey(walk, name)
    await walk.arrive('Teams')
    await walk.press('button', 'Join the team Acme')
    await walk.arrive('Acme')
  },
  async 'password, then security key'(walk) {
    const person = await requireSecurityKey(walk)
    await enterPassword(walk, person)
    await walk.arrive('Two-factor authentication')
    await walk.press('button', 'Continue')
    await walk.arrive(person.name)
  },
}
