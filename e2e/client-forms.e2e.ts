import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { buildExampleClient } from './example-client.ts'
import { setUpChromium, visitFakeServer } from './visit-fake-server.ts'

setUpChromium()

const distDir = buildExampleClient()

async function openFormPage(t: TestContext) {
  const { page, fakeServer } = await visitFakeServer(t, distDir())
  fakeServer.pages['/form'] = { component: 'Form' }
  fakeServer.redirectPath = '/form'
  await page.clock.install({ time: 0 })
  await page.goto('/form')
  await page.getByRole('heading', { name: 'A form' }).waitFor()
  await page.clock.pauseAt(60_000)
  return { page, fakeServer }
}

test('a form is recently successful for two seconds', async (t) => {
  const { page } = await openFormPage(t)
  const saved = page.getByText('Saved', { exact: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await saved.waitFor()
  await page.clock.runFor(1999)
  assert.equal(await saved.count(), 1)
  await page.clock.runFor(1)
  await page.getByText('Not saved').waitFor()
})

test('a rejected form shows its errors and is not successful', async (t) => {
  const { page, fakeServer } = await openFormPage(t)
  fakeServer.pages['/form'] = { component: 'Form', props: { errors: { name: 'Too short.' } } }
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Too short.').waitFor()
  assert.equal(await page.getByText('Not saved').count(), 1)
})

test('a submission that succeeds clears the errors of the one before', async (t) => {
  const { page, fakeServer } = await openFormPage(t)
  fakeServer.pages['/form'] = { component: 'Form', props: { errors: { name: 'Too short.' } } }
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Too short.').waitFor()

  fakeServer.pages['/form'] = { component: 'Form' }
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  assert.equal(await page.getByText('Too short.').count(), 0)
})
