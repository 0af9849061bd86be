import type { TestContext } from 'node:test'

import type { OpenIdProvider } from '#testing/openid-provider.ts'

import {
  confirmInDialog,
  createAccount,
  newPerson,
  type Person,
  signedOutAccount,
} from './account-steps.ts'
import {
  addAuthenticator,
  disablePasskeyAutofill,
  plugInSecurityKey,
} from './browser-authenticator.ts'
import type { KeyboardWalker } from './keyboard-walker.ts'
import { accountWithCodes, endWait } from './recovery-steps.ts'
import { clearCookies, openPage, type TestServer } from './test-server.ts'

export interface SignInWalk extends KeyboardWalker {
  t: TestContext
  foyer: TestServer
  /** The people at the providers, which know one person at a time. */
  providers: Record<'example' | 'apple', OpenIdProvider>
}

const newPassword = 'lanterns over the harbour'
export const verifyLink = /\/email\/\S+/
export const resetLink = /\/reset-password\/\S+/

export function open({ page }: SignInWalk, path: string): Promise<void> {
  return openPage(page, path)
}

export async function enterAddress(walk: SignInWalk, email: string): Promise<void> {
  await open(walk, '/login')
  await walk.arrive('Sign in')
  await walk.submit('Email address', email)
}

export async function enterPassword(walk: SignInWalk, { email, password }: Person): Promise<void> {
  await enterAddress(walk, email)
  await walk.submit('Password', password)
}

export async function mailedCode(
  { foyer }: SignInWalk,
  address: string,
  matching?: RegExp,
): Promise<string> {
  const { text } = await foyer.waitForMail(address, matching)
  return /\b\d{6}\b/.exec(text)?.[0] ?? ''
}

/** The next sign-in at the provider is by a new person. @returns the name of the account; Apple's ID tokens have none */
export function newPersonAtProvider(
  { providers }: SignInWalk,
  provider: 'example' | 'apple',
  domain = 'example.com',
) {
  const name = 'Grace Hopper'
  const sub = `grace${performance.now()}`
  providers[provider].people = [
    { sub, name, email: `${sub.replace('.', '')}@${domain}`, email_verified: true },
  ]
  return provider === 'apple' ? /^grace\d+$/ : name
}

/** The page for a new person who comes from a provider. */
export async function agreeToTerms(walk: SignInWalk, heading: string | RegExp): Promise<void> {
  await walk.arrive('Agree to our terms')
  await walk.check(/^I agree/)
  await walk.press('button', 'Agree and continue')
  await walk.arrive(heading)
}

export async function createInvitedPasskey(walk: SignInWalk, name: string): Promise<void> {
  await walk.arrive('Create an account')
  await walk.press('link', 'Use a passkey instead')
  await walk.page.getByText('You create a passkey on the next page.').waitFor()
  await walk.type('Name', name)
  await walk.check(/^I agree/)
  await walk.press('button', 'Create account')
  await walk.press('button', 'Confirm and create a passkey')
}

/** Requests a recovery, up to the mail to the new address. @returns that address */
export async function requestRecovery(walk: SignInWalk): Promise<string> {
  const [person, moved] = [newPerson(), newPerson().email]
  const codes = await accountWithCodes(walk.foyer, walk.context, person)
  await walk.context.clearCookies()
  await open(walk, '/forgot-password')
  await walk.press('link', 'Lost access to your mailbox?')
  await walk.arrive('Recover your account without your mailbox')
  await walk.type('Email address', codes.email)
  await walk.type('Recovery code', codes.recovery_code)
  await walk.submit('Code from your authenticator app', codes.code)
  await walk.arrive('Your recovery is waiting')
  endWait(walk.foyer, person)
  await open(walk, '/recover-account')
  await walk.submit('New email address', moved)
  await walk.arrive('Check your email')
  return moved
}

export async function finishRecovery(walk: SignInWalk): Promise<void> {
  await walk.submit('New password', newPassword)
  await walk.arrive('Sign in')
  await walk.page.getByText('Your account is recovered.').waitFor()
}

export async function fillInRegistration(walk: SignInWalk): Promise<Person> {
  const person = newPerson()
  await open(walk, '/register')
  await walk.type('Name', person.name)
  await walk.type('Email address', person.email)
  await walk.type('Password', person.password)
  await walk.check(/^I agree/)
  await walk.press('button', 'Create account')
  await walk.arrive('Check your email')
  return person
}

export async function requestReset(walk: SignInWalk): Promise<Person> {
  const person = await signedOutAccount(walk.foyer, walk.context)
  await open(walk, '/login')
  await walk.press('link', 'Forgot your password?')
  await walk.arrive('Forgot your password?')
  await walk.submit('Email address', person.email)
  await walk.arrive('Check your email')
  return person
}

export async function chooseNewPassword(walk: SignInWalk, person: Person): Promise<void> {
  await walk.arrive('Choose a new password')
  await walk.submit('New password', newPassword)
  await walk.arrive('Sign in')
  await enterPassword(walk, { ...person, password: newPassword })
  await walk.arrive(person.name)
}

export async function createPasskey({ foyer, context, page }: SignInWalk): Promise<Person> {
  await addAuthenticator(context, page)
  await disablePasskeyAutofill(context)
  const person = await createAccount(foyer, context)
  await openPage(page, '/user/profile/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await confirmInDialog(page, person)
  await page.locator('#passkeys .item-list > li').waitFor()
  await clearCookies(page)
  return person
}

export async function requireSecurityKey({ foyer, context, page }: SignInWalk): Promise<Person> {
  await plugInSecurityKey(context, page)
  await disablePasskeyAutofill(context)
  const person = await createAccount(foyer, context)
  await openPage(page, '/user/profile/security')
  await page.getByRole('button', { name: 'Add a security key' }).click()
  await confirmInDialog(page, person)
  await page.getByLabel('Turn on two-factor authentication…').click()
  await page.getByRole('button', { name: 'Use a passkey or key' }).click()
  await page.locator('.recovery-codes').waitFor()
  await clearCookies(page)
  return person
}
