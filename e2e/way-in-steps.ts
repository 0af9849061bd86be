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

export interface WayIn extends KeyboardWalker {
  t: TestContext
  foyer: TestServer
  /** At the providers, which know one person at a time. */
  providers: Record<'example' | 'apple', OpenIdProvider>
}

const newPassword = 'lanterns over the harbour'
export const verifyLink = /\/email\/\S+/
export const resetLink = /\/reset-password\/\S+/

export function open({ page }: WayIn, path: string): Promise<void> {
  return openPage(page, path)
}

export async function enterAddress(way: WayIn, email: string): Promise<void> {
  await open(way, '/login')
  await way.arrive('Sign in')
  await way.submit('Email address', email)
}

export async function enterPassword(way: WayIn, { email, password }: Person): Promise<void> {
  await enterAddress(way, email)
  await way.submit('Password', password)
}

export async function mailedCode(
  { foyer }: WayIn,
  address: string,
  matching?: RegExp,
): Promise<string> {
  const { text } = await foyer.waitForMail(address, matching)
  return /\b\d{6}\b/.exec(text)?.[0] ?? ''
}

/** The next sign-in at the provider is by a new person. @returns the name of the account; Apple's ID tokens have none */
export function personAt(
  { providers }: WayIn,
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
export async function agreeToTerms(way: WayIn, heading: string | RegExp): Promise<void> {
  await way.arrive('Agree to our terms')
  await way.check(/^I agree/)
  await way.press('button', 'Agree and continue')
  await way.arrive(heading)
}

export async function createInvitedPasskey(way: WayIn, name: string): Promise<void> {
  await way.arrive('Create an account')
  await way.press('link', 'Use a passkey instead')
  await way.page.getByText('You create a passkey on the next page.').waitFor()
  await way.type('Name', name)
  await way.check(/^I agree/)
  await way.press('button', 'Create account')
  await way.press('button', 'Confirm and create a passkey')
}

/** Up to the mail to the new address. @returns that address */
export async function requestRecovery(way: WayIn): Promise<string> {
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

export async function finishRecovery(way: WayIn): Promise<void> {
  await way.submit('New password', newPassword)
  await way.arrive('Sign in')
  await way.page.getByText('Your account is recovered.').waitFor()
}

export async function fillInRegistration(way: WayIn): Promise<Person> {
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

export async function requestReset(way: WayIn): Promise<Person> {
  const person = await signedOutAccount(way.foyer, way.context)
  await open(way, '/login')
  await way.press('link', 'Forgot your password?')
  await way.arrive('Forgot your password?')
  await way.submit('Email address', person.email)
  await way.arrive('Check your email')
  return person
}

export async function chooseNewPassword(way: WayIn, person: Person): Promise<void> {
  await way.arrive('Choose a new password')
  await way.submit('New password', newPassword)
  await way.arrive('Sign in')
  await enterPassword(way, { ...person, password: newPassword })
  await way.arrive(person.name)
}

export async function createPasskey({ foyer, context, page }: WayIn): Promise<Person> {
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

export async function requireSecurityKey({ foyer, context, page }: WayIn): Promise<Person> {
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
