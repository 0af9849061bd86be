import assert from 'node:assert/strict'
import { test } from 'node:test'

import { confirmInDialog, createAccount, newPerson, postForm, signIn } from './account-steps.ts'
import { addAuthenticator } from './browser-authenticator.ts'
import { clearCookies, openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()

test('the link opened in another browser creates the passkey there, and asks for the terms (NPW-11)', async (t) => {
  const laptop = await foyer.newVisitor(t)
  const phone = await foyer.newVisitor(t)
  await addAuthenticator(phone.context, phone.page)
  const { name, email } = newPerson()
  await postForm(laptop.context, '/register/passkey', { name, email, terms: true })
  await openPage(laptop.page, '/email/verify')

  await openPage(phone.page, await foyer.waitForMailLink(email, /\/email\/\S+/))
  await phone.page.getByRole('button', { name: 'Confirm and create a passkey' }).click()

  await phone.page.waitForURL('**/terms-of-service/accept')
  await laptop.page.getByText('Sign in with the passkey you created.').waitFor()
})

test('a passkey that the browser refuses to create can be tried again (NPW-10)', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  const { cdp, authenticatorId } = await addAuthenticator(context, page)
  const { name, email } = newPerson()
  await postForm(context, '/register/passkey', { name, email, terms: true })
  await openPage(page, await foyer.waitForMailLink(email, /\/email\/\S+/))
  const button = page.getByRole('button', { name: 'Confirm and create a passkey' })
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await button.click()
  await page.getByRole('alert').getByText('No passkey was added.').waitFor()

  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await button.click()

  await page.getByRole('heading', { name, level: 1 }).waitFor()
})

test('without passkeys or script the confirmation says what to do (NPW-10)', async (t) => {
  const old = await foyer.newVisitor(t)
  await old.context.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  const plain = await foyer.newVisitor(t, { javaScriptEnabled: false })
  const { name, email } = newPerson()
  await postForm(old.context, '/register/passkey', { name, email, terms: true })
  const link = await foyer.waitForMailLink(email, /\/email\/\S+/)

  for (const { page } of [old, plain]) {
    await page.goto(link)
    await page.getByRole('link', { name: 'sign up with a password' }).waitFor()
    const button = page.getByRole('button', { name: 'Confirm and create a passkey' })
    assert.equal(await button.isVisible(), false)
  }
})

test('the password is removed on the profile, and set again (NPW-01)', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  await addAuthenticator(context, page)
  const person = await createAccount(foyer, context)
  await openPage(page, '/user/profile/security')
  assert.equal(await page.getByText('Remove password…').count(), 0)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await confirmInDialog(page, person)
  await page.getByText('You also sign in with: Passkey.').waitFor()

  await page.getByText('Remove password…').click()
  await page.getByRole('button', { name: 'Remove password', exact: true }).click()
  await page.getByText('Your password is removed.').waitFor()
  await page.getByText('You have no password. You sign in with: Passkey.').waitFor()

  await page.getByText('Set a password').first().click()
  await page.locator('#password').getByLabel('New password').fill('lanterns over the harbour')
  await page.locator('#password').getByRole('button', { name: 'Set a password' }).click()
  await page.getByText('You also sign in with: Passkey.').waitFor()
})

test('after a sign-in with the password a passkey is offered, once (NPW-20)', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  const person = await createAccount(foyer, context)
  await clearCookies(page)
  await addAuthenticator(context, page)
  await signIn(page, person)
  const offer = page.locator('.passkey-offer')
  await offer.waitFor()

  await page.locator('.passkey-offer').getByRole('button', { name: 'Add a passkey' }).click()

  await page.getByText('Your passkey is added.').waitFor()
  await offer.waitFor({ state: 'detached' })
})

test('"Not now" is remembered (NPW-21)', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  const person = await createAccount(foyer, context)
  await clearCookies(page)
  await signIn(page, person)
  const offer = page.locator('.passkey-offer')

  await page.getByRole('button', { name: 'Not now' }).click()
  await offer.waitFor({ state: 'detached' })

  await clearCookies(page)
  await signIn(page, person)
  assert.equal(await offer.count(), 0)
})

test('a browser that can creates the passkey without a prompt (NPW-22)', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  const person = await createAccount(foyer, context)
  await clearCookies(page)
  await addAuthenticator(context, page)
  // Chromium's virtual authenticator is no password manager: it creates what a password manager would.
  await context.addInitScript(() => {
    if (!isSecureContext) return
    const create = navigator.credentials.create.bind(navigator.credentials)
    PublicKeyCredential.getClientCapabilities = async () => ({ conditionalCreate: true })
    navigator.credentials.create = (options) => {
      const { mediation, ...rest }: Record<string, unknown> = { ...options }
      document.documentElement.dataset['mediation'] = String(mediation)
      return create(rest)
    }
  })

  await signIn(page, person)

  await page.getByText('Your passkey is added.').waitFor()
  const { mediation } = await page.evaluate(() => ({ ...document.documentElement.dataset }))
  assert.equal(mediation, 'conditional')
  const mail = await foyer.waitForMail(person.email, /password manager created the passkey/)
  assert.equal(mail.subject, 'A passkey was added to your account')
})
