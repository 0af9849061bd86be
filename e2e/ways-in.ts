import type { TestContext } from 'node:test'

import type { OpenIdProvider } from '#testing/openid-provider.ts'

import {
  confirmInDialog,
  createAccount,
  newPerson,
  type Person,
  postForm,
  signedOutAccount,
} from './account-steps.ts'
import { enableTwoFactor, totpCode } from './authenticator-app.ts'
import {
  addAuthenticator,
  disablePasskeyAutofill,
  plugInSecurityKey,
} from './browser-authenticator.ts'
import { invitationLink, teamInvitationLink } from './invitation-links.ts'
import type { KeyboardWalker } from './keyboard-walker.ts'
import { accountWithCodes, endWait, finishLink } from './recovery-steps.ts'
import { clearCookies, openPage, type TestServer } from './test-server.ts'
import { requestUnlockLink, unlockLink } from './unlock-steps.ts'

export interface WayIn extends KeyboardWalker {
  t: TestContext
  foyer: TestServer
  /** At the providers, which know one person at a time. */
  providers: Record<'example' | 'apple', OpenIdProvider>
}

const newPassword = 'lanterns over the harbour'
const verifyLink = /\/email\/\S+/
const resetLink = /\/reset-password\/\S+/

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

function open({ page }: WayIn, path: string): Promise<void> {
  return openPage(page, path)
}

async function enterAddress(way: WayIn, email: string): Promise<void> {
  await open(way, '/login')
  await way.arrive('Sign in')
  await way.submit('Email address', email)
}

async function enterPassword(way: WayIn, { email, password }: Person): Promise<void> {
  await enterAddress(way, email)
  await way.submit('Password', password)
}

async function mailedCode({ foyer }: WayIn, address: string, matching?: RegExp): Promise<string> {
  const { text } = await foyer.waitForMail(address, matching)
  return /\b\d{6}\b/.exec(text)?.[0] ?? ''
}

/** The next sign-in at the provider is by a new person. @returns the name of the account; Apple's ID tokens have none */
function personAt({ providers }: WayIn, provider: 'example' | 'apple', domain = 'example.com') {
  const name = 'Grace Hopper'
  const sub = `grace${performance.now()}`
  providers[provider].people = [
    { sub, name, email: `${sub.replace('.', '')}@${domain}`, email_verified: true },
  ]
  return provider === 'apple' ? /^grace\d+$/ : name
}

/** The page for a new person who comes from a provider. */
async function agreeToTerms(way: WayIn, heading: string | RegExp): Promise<void> {
  await way.arrive('Agree to our terms')
  await way.check(/^I agree/)
  await way.press('button', 'Agree and continue')
  await way.arrive(heading)
}

async function createInvitedPasskey(way: WayIn, name: string): Promise<void> {
  await way.arrive('Create an account')
  await way.press('link', 'Use a passkey instead')
  await way.page.getByText('You create a passkey on the next page.').waitFor()
  await way.type('Name', name)
  await way.check(/^I agree/)
  await way.press('button', 'Create account')
  await way.press('button', 'Confirm and create a passkey')
}

/** Up to the mail to the new address. @returns that address */
async function requestRecovery(way: WayIn): Promise<string> {
  const [person, moved] = [newPerson(), newPerson().email]
  const codes = await accountWithCodes(way.foyer, way.context, person)
  await way.context.clearCookies()
  await open(way, '/forgot-password')
  await way.press('link', 'Lost access to your mailbox?')
  await way.arrive('Recover your account without your mailbox')
  await way.type('Email address', codes.email)
  await way.type('Recovery code', codes.recovery_code)
  await way.submit('Code from your authenticator app', codes.code)
  await way.arrive('Your recovery is waiting')
  endWait(way.foyer, person)
  await open(way, '/recover-account')
  await way.submit('New email address', moved)
  await way.arrive('Check your email')
  return moved
}

async function finishRecovery(way: WayIn): Promise<void> {
  await way.submit('New password', newPassword)
  await way.arrive('Sign in')
  await way.page.getByText('Your account is recovered.').waitFor()
}

async function fillInRegistration(way: WayIn): Promise<Person> {
  const person = newPerson()
  await open(way, '/register')
  await way.type('Name', person.name)
  await way.type('Email address', person.email)
  await way.type('Password', person.password)
  await way.check(/^I agree/)
  await way.press('button', 'Create account')
  await way.arrive('Check your email')
  return person
}

async function requestReset(way: WayIn): Promise<Person> {
  const person = await signedOutAccount(way.foyer, way.context)
  await open(way, '/login')
  await way.press('link', 'Forgot your password?')
  await way.arrive('Forgot your password?')
  await way.submit('Email address', person.email)
  await way.arrive('Check your email')
  return person
}

async function chooseNewPassword(way: WayIn, person: Person): Promise<void> {
  await way.arrive('Choose a new password')
  await way.submit('New password', newPassword)
  await way.arrive('Sign in')
  await enterPassword(way, { ...person, password: newPassword })
  await way.arrive(person.name)
}

async function createPasskey({ foyer, context, page }: WayIn): Promise<Person> {
  await addAuthenticator(context, page)
  await disablePasskeyAutofill(context)
  const person = await createAccount(foyer, context)
  await openPage(page, '/user/profile/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await confirmInDialog(page, person)
  await page.locator('#passkeys tbody tr').waitFor()
  await clearCookies(page)
  return person
}

async function requireSecurityKey({ foyer, context, page }: WayIn): Promise<Person> {
  await plugInSecurityKey(context, page)
  await disablePasskeyAutofill(context)
  const person = await createAccount(foyer, context)
  await openPage(page, '/user/profile/security')
  await page.getByRole('button', { name: 'Add a security key' }).click()
  await confirmInDialog(page, person)
  await page.getByRole('button', { name: 'Turn on with your passkey or key' }).click()
  await page.locator('.recovery-codes').waitFor()
  await clearCookies(page)
  return person
}
