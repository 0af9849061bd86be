import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'

import { codeOf, codeRefused, toTheChallenge, turnOnByHand } from './authenticator-app.ts'
import { openFoyer } from './foyer.ts'
import { join } from './people.ts'

const foyer = openFoyer()

test('turning it on asks who it is, shows picture and key, and gives ten codes to keep', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await join(foyer, context)
  const { codes } = await turnOnByHand(page, person)

  assert.equal(codes.length, 10)
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the codes' }).click()
  const file = await readFile(await (await coming).path(), 'utf8')
  assert.ok(codes.every((code) => file.includes(code)))
  await page.getByText('10 recovery codes are left.').waitFor()
})

test('only the codes are printed while they are shown', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await turnOnByHand(page, await join(foyer, context))

  await page.emulateMedia({ media: 'print' })

  assert.equal(await page.locator('.codes li').first().isVisible(), true)
  assert.equal(await page.getByRole('heading', { level: 1 }).isVisible(), false)
})

test('signing in with a code: a wrong one is typed again, a pasted one goes by itself', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await join(foyer, context)
  const { secret } = await turnOnByHand(page, person)
  await context.clearCookies()
  await toTheChallenge(page, person)
  const field = page.getByLabel('Six-digit code')
  assert.equal(await field.getAttribute('autocomplete'), 'one-time-code')
  await field.and(page.locator(':focus')).waitFor()

  await field.pressSequentially('000000')
  await codeRefused(page)
  const code = codeOf(secret, 1)
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)

  await page.waitForURL('**/dashboard')
})

test('without script one answers the challenge as well', async (t) => {
  const scripted = await foyer.visitor(t)
  const person = await join(foyer, scripted.context)
  const { secret } = await turnOnByHand(scripted.page, person)
  const { page } = await foyer.visitor(t, { javaScriptEnabled: false })
  await toTheChallenge(page, person)

  await page.getByLabel('Six-digit code').fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.locator('.field-error').waitFor()
  await page.getByLabel('Six-digit code').fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await page.waitForURL('**/dashboard')
})
