import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Page } from 'playwright-core'

import { fillRegistration, newPerson } from './account-steps.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()
const withoutScript = { javaScriptEnabled: false }

test('no person reaches the honeypot, by eye, by keyboard or with a screen reader', async (t) => {
  const { page } = await foyer.visitor(t)
  await openPage(page, '/register')
  const honeypot = page.locator('[name=subject]')

  const focused: (string | null)[] = []
  await page.getByLabel('Name').focus()
  for (let stop = 0; stop < 12; stop++) {
    focused.push(await page.locator(':focus').getAttribute('name'))
    await page.keyboard.press('Tab')
  }

  assert.ok(focused.includes('email') && focused.includes('terms'))
  assert.ok(!focused.includes('subject'))
  const box = await honeypot.locator('xpath=../..').boundingBox()
  assert.ok(box && box.width <= 1 && box.height <= 1, JSON.stringify(box))
  assert.doesNotMatch(await page.locator('main').ariaSnapshot(), /Leave this field empty/)
})

test('the honeypot is sent with the form, with and without script', async (t) => {
  const sent = await Promise.all(
    [{}, withoutScript].map(async (options) => {
      const { page } = await foyer.newVisitor(t, options)
      await page.goto('/register')
      await fillRegistration(page, newPerson())
      return sendRegistration(page)
    }),
  )

  assert.match(sent[0] ?? '', /"subject":""|name="subject"|subject=/)
  assert.match(sent[1] ?? '', /&subject=&/)
})

async function sendRegistration(page: Page): Promise<string | null> {
  const request = page.waitForRequest((it) => it.method() === 'POST' && /\/register/.test(it.url()))
  await page.getByRole('button', { name: 'Create account' }).click()
  return (await request).postData()
}
