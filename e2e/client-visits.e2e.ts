import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Page, Request } from 'playwright-core'

import { buildExampleClient } from './example-client.ts'
import { setUpChromium, visitFakeServer } from './visit-fake-server.ts'

setUpChromium()
const distDir = buildExampleClient()

const alert = (page: Page) => page.getByRole('alert')
const nameField = (page: Page) => page.getByLabel('Name')

async function openFormPage(t: TestContext) {
  const visit = await visitFakeServer(t, distDir())
  visit.fakeServer.pages['/form'] = { component: 'Form' }
  await visit.page.clock.install()
  await visit.page.goto('/form')
  await visit.page.waitForFunction('window.router')
  const documentLoads = () =>
    visit.fakeServer.requests.filter(({ path, isVisit }) => path === '/form' && !isVisit).length
  return { ...visit, documentLoads }
}

/** Runs a script that starts a visit. @returns its request */
async function requestOf(page: Page, script: string): Promise<Request> {
  const request = page.waitForRequest((each) => each.headers()['x-inertia'] === 'true')
  await page.evaluate(script)
  return request
}

test('the data of a GET visit is in the query, with lists in brackets', async (t) => {
  const { page } = await openFormPage(t)

  const request = await requestOf(page, "router.get('/form', { tags: ['a', 'b'], page: 2 })")

  assert.equal(request.method(), 'GET')
  assert.equal(decodeURIComponent(new URL(request.url()).search), '?tags[]=a&tags[]=b&page=2')
})

for (const method of ['post', 'put', 'patch', 'delete'])
  test(`the data of a ${method} visit is in the body`, async (t) => {
    const { page, fakeServer } = await openFormPage(t)
    fakeServer.redirectPath = '/form'
    const isDelete = method === 'delete'

    const request = await requestOf(
      page,
      `router.${method}('/form', ${isDelete ? "{ data: { name: 'Ada' } }" : "{ name: 'Ada' }"})`,
    )

    assert.equal(request.method(), method.toUpperCase())
    assert.deepEqual(request.postDataJSON(), { name: 'Ada' })
  })

test('a visit with a file is multipart form data', async (t) => {
  const { page, fakeServer } = await openFormPage(t)
  fakeServer.redirectPath = '/form'

  const request = await requestOf(page, "router.post('/form', { file: new File(['a'], 'a.txt') })")

  assert.match(request.headers()['content-type'] ?? '', /^multipart\/form-data; boundary=/)
})

test('every visit is marked, and echoes the CSRF cookie', async (t) => {
  const { page, fakeServer } = await openFormPage(t)
  fakeServer.redirectPath = '/form'
  await page.evaluate("document.cookie = 'XSRF-TOKEN=a%3Db'")

  const request = await requestOf(page, "router.put('/form', {}, { errorBag: 'one' })")
  const reload = await requestOf(page, "router.reload({ only: ['a', 'b'], except: ['c'] })")

  assert.partialDeepStrictEqual(request.headers(), {
    'x-requested-with': 'XMLHttpRequest',
    'x-inertia': 'true',
    'x-inertia-version': 'v1-guests',
    'x-inertia-error-bag': 'one',
    'x-xsrf-token': 'a=b',
  })
  assert.partialDeepStrictEqual(reload.headers(), {
    'x-requested-with': 'XMLHttpRequest',
    'x-inertia-partial-component': 'Form',
    'x-inertia-partial-data': 'a,b',
    'x-inertia-partial-except': 'c',
  })
})

for (const url of [
  'mailto:ada@example.com',
  'javascript:alert(1)',
  'data:text/html,a',
  'file:///a',
])
  test(`a visit to ${url} is rejected and reported, and requests nothing`, async (t) => {
    const { page, fakeServer } = await openFormPage(t)
    const requestsBefore = fakeServer.requests.length
    await page.evaluate(`router.visit('${url}', { onNetworkError: ({ name, message }) => {
      lastError = name + ': ' + message
    } })`)
    await alert(page).getByText("This link can't be opened here.").waitFor()
    const { protocol } = new URL(url)
    const error = await page.evaluate('lastError')
    assert.equal(error, `UnsupportedProtocolError: Unsupported protocol ${protocol} (${url})`)
    assert.equal(fakeServer.requests.length, requestsBefore)
  })

for (const [excess, visit] of [
  ['list items', "router.get('/form', { tags: Array(21).fill('a') })"],
  ['levels', "router.visit('/form?a[b][c][d][e][f][g]=1')"],
  ['parameters', "router.visit('/form?' + Array(1001).fill('a=1').join('&'))"],
])
  test(`a visit with too many ${excess} in its query is rejected and reported`, async (t) => {
    const { page, fakeServer } = await openFormPage(t)
    const requestsBefore = fakeServer.requests.length
    await page.evaluate(String(visit))
    await alert(page).getByText("This link can't be opened here.").waitFor()
    assert.equal(fakeServer.requests.length, requestsBefore)
  })

test('a 409 with a plain Location loads that document', async (t) => {
  const { page, fakeServer } = await openFormPage(t)
  fakeServer.pages['/elsewhere'] = { component: 'Form' }
  await page.route('**/moved', (route) =>
    route.fulfill({ status: 409, headers: { location: '/elsewhere' } }),
  )
  await page.evaluate("router.visit('/moved')")
  await page.waitForURL('**/elsewhere')
  assert.equal(fakeServer.requests.at(-1)?.isVisit, false)
})

for (const [kind, visit] of [
  ['partial reload', "router.reload({ only: ['auth'] })"],
  ['poll', "router.poll(500, { only: ['auth'] })"],
  ['prefetch', "router.prefetch('/terms-of-service')"],
]) {
  test(`a ${kind} that meets a new version reloads an idle page`, async (t) => {
    const { page, fakeServer, documentLoads } = await openFormPage(t)
    fakeServer.version = 'v2'
    const reloaded = page.waitForEvent('framenavigated').then(() => true)
    await page.evaluate(String(visit))
    // The page counts the seconds without input from when it has met the new version.
    while (!(await Promise.race([reloaded, sleep(50)]))) await page.clock.fastForward(1000)
    assert.equal(documentLoads(), 2)
  })

  test(`a ${kind} that meets a new version offers it if something is typed`, async (t) => {
    const { page, fakeServer, documentLoads } = await openFormPage(t)
    await nameField(page).fill('Ada')
    fakeServer.version = 'v2'
    await page.evaluate(String(visit))
    await page.getByText('A new version of this page is ready.').waitFor()
    assert.equal(await nameField(page).inputValue(), 'Ada')
    assert.equal(documentLoads(), 1)
  })
}

test('a new version is offered, not loaded, over a changed choice', async (t) => {
  const { page, fakeServer, documentLoads } = await openFormPage(t)
  await page.getByLabel('Engine').selectOption('analytical')
  fakeServer.version = 'v2'
  await page.evaluate("router.reload({ only: ['auth'] })")
  await page.getByText('A new version of this page is ready.').waitFor()
  assert.equal(await page.getByLabel('Engine').inputValue(), 'analytical')
  assert.equal(documentLoads(), 1)
})

test('a preference that saves itself does not keep a new version from loading', async (t) => {
  const { page, fakeServer, documentLoads } = await openFormPage(t)
  await page.getByLabel('Dark').check()
  fakeServer.version = 'v2'
  const reloaded = page.waitForEvent('framenavigated').then(() => true)
  await page.evaluate("router.reload({ only: ['auth'] })")
  while (!(await Promise.race([reloaded, sleep(50)]))) await page.clock.fastForward(1000)
  assert.equal(documentLoads(), 2)
})
