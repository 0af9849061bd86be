import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

import { build } from 'vite'

import { setUpChromium, visitFakeServer } from './visit-fake-server.ts'

setUpChromium()

let distDir: string

before(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'foyer-client-'))
  const resolvePage = fileURLToPath(import.meta.resolve('./example-form.tsx'))
  await build({
    logLevel: 'error',
    resolve: { alias: { '#web/resolve-page.ts': resolvePage } },
    build: { outDir: join(distDir, 'browser') },
  })
})

after(() => rm(distDir, { recursive: true, force: true }))

async function openFormPage(t: TestContext) {
  const { page, fakeServer } = await visitFakeServer(t, distDir)
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
