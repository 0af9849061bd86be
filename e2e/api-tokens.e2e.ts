import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createAccount, passwordField, postForm, signedInContext } from './account-steps.ts'
import { pageWithTyping } from './page-with-typing.ts'
import { openPage, startTestServer, waitForHydration } from './test-server.ts'

const foyer = startTestServer()

test('a token is created, copied, used, edited and revoked, and never stored in the browser', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const person = await createAccount(foyer, context)
  await openPage(page, '/user/api-tokens')

  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByText('Give the token a name.').waitFor()
  await page.getByLabel('Name', { exact: true }).and(page.locator(':focus')).fill('Backup script')
  await page.getByRole('button', { name: 'Create token' }).click()
  await passwordField(page).fill(person.password)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Confirm/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Your new API token' })
  await dialog.getByRole('button', { name: 'Copy token' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByText('Copied').waitFor({ state: 'attached' })
  const token = await page.evaluate(() => navigator.clipboard.readText())
  assert.match(token, /^foyer_[0-9A-Za-z]{43}[0-9a-f]{8}$/)
  await dialog.getByText(`Authorization: Bearer ${token}`).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await dialog.getByText('Have you saved the token?').waitFor()
  await page.mouse.click(5, 5)
  assert.ok(await dialog.isVisible())
  const browserState = await page.evaluate(
    () => JSON.stringify(history.state) + JSON.stringify({ ...sessionStorage }),
  )
  assert.ok(!browserState.includes(token))
  await dialog.getByRole('button', { name: "I've saved it" }).click()
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), '')

  const status = async (method = 'GET') => {
    const response = await fetch(new URL('/api/user', foyer.origin), {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'PATCH' && { body: JSON.stringify({ name: 'Ada King' }) }),
    })
    return response.status
  }
  assert.deepEqual([await status(), await status('PATCH')], [200, 403])

  await page.getByRole('button', { name: 'Edit the token Backup script' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit "Backup script"' })
  await edit.getByLabel('Update').check()
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.waitFor({ state: 'hidden' })
  await page.getByRole('cell', { name: /Read, Update/ }).waitFor()
  assert.equal(await status('PATCH'), 200)

  await page.reload()
  await waitForHydration(page)
  assert.ok(!(await page.content()).includes(token))
  await page.getByRole('button', { name: 'Revoke the token Backup script' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click()
  await page.getByText('No tokens yet.').waitFor()
  assert.equal(await status(), 401)
})

test('the token list updates live without disturbing a half-typed field', async (t) => {
  const scene = await pageWithTyping(t, foyer, '/user/api-tokens', (page) =>
    page.getByLabel('Name', { exact: true }),
  )
  const { page, phone, person, assertUntouched } = scene

  await postForm(phone.context, '/user/confirm-password', { password: person.password })
  await postForm(phone.context, '/user/api-tokens', {
    name: 'Backup script',
    permissions: ['read'],
  })
  await page.getByText('Backup script').waitFor()
  await assertUntouched()

  await openPage(phone.page, '/user/api-tokens')
  await phone.page.getByRole('button', { name: "I've saved it" }).click()
  await phone.page.getByRole('button', { name: 'Revoke the token Backup script' }).click()
  await phone.page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click()
  await page.getByText('No tokens yet.').waitFor()
  await assertUntouched()
})

test('a takeover report revokes the tokens of the attacker', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  const attacker = await signedInContext(foyer, t, person)
  await postForm(attacker, '/user/confirm-password', { password: person.password })
  await postForm(attacker, '/user/api-tokens', { name: 'sync', permissions: ['read'] })
  await openPage(page, '/time-travel')

  await page
    .getByRole('link', { name: /New sign-in/ })
    .first()
    .click()
  await page.getByText("This wasn't me").click()
  await page.getByRole('button', { name: 'Secure my account' }).click()
  await passwordField(page).fill(person.password)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Confirm/ })
    .click()

  await page.getByText('Their API tokens are revoked').waitFor()
})

test('the API reference is reached from the tokens, has contents, and leads back', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await createAccount(foyer, context)
  await openPage(page, '/user/api-tokens')

  await page.getByRole('link', { name: 'API reference' }).click()
  await page.getByRole('heading', { name: 'API reference', level: 1 }).waitFor()
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'Revoke an API token' })
    .click()
  assert.equal(new URL(page.url()).hash, '#tokens-destroy')
  await page.reload()
  await waitForHydration(page)
  await page.getByText('/api/tokens/$ID').waitFor()
  await page.getByRole('link', { name: 'Your API tokens' }).click()

  await page.getByRole('heading', { name: 'API tokens', level: 1 }).waitFor()
})

test('the API reference is short, and a link opens the details of its endpoint, also without script', async (t) => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await foyer.visitor(t, { javaScriptEnabled })
    await page.goto('/api/docs')
    const height = await page.locator('html').evaluate((it) => it.scrollHeight)
    const example = page.getByText('/api/tokens/$ID')
    const heading = page.getByRole('heading', { name: 'Revoke an API token' })
    assert.ok(height < 3500, `${height} px`)
    assert.equal(await example.isVisible(), false)

    await page.getByRole('link', { name: 'Revoke an API token' }).click()

    await example.waitFor()
    const box = await heading.boundingBox()
    assert.ok(box && box.y >= 0 && box.y < 200, `${box?.y}`)
    await page.goto('about:blank')
    await page.goto('/api/docs#history-index')
    const fields = page.locator('details:has(> #history-index) details')
    await fields.first().locator('summary').click()
    await fields.first().getByText('data[].').first().waitFor()
  }
})
