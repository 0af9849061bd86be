import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { Page } from 'playwright-core'

import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()
const overlay = (page: Page) => page.locator('#inertia-error-dialog')
const overlayContent = (page: Page) => page.frameLocator('#inertia-error-dialog iframe')
const termsLink = (page: Page) => page.getByRole('link', { name: 'Terms of Service' })

const hostileHtml = `<!doctype html><h1>It broke</h1>
<script>top.document.title = 'ran'; parent.hacked = true</script>
<img src="data:," onerror="parent.hacked = true; top.location = '/hacked'">
<a href="javascript:void(parent.hacked = true)">Look here</a>
<svg onload="parent.hacked = true"></svg>
<img/src="data:,"/onerror="document.body.append('It ran')">`

/** The dialog takes the focus back from the frame, where it would receive no key presses. */
function waitForFocusOnDialog(page: Page) {
  return page.waitForFunction(() => document.activeElement?.tagName === 'DIALOG')
}

/** Visits the terms, and responds with something that is not a page. */
async function visitRespondingWith(t: TestContext, body = hostileHtml) {
  const visitor = await foyer.visitor(t)
  const { page } = visitor
  await openPage(page, '/login')
  await page.route('**/terms-of-service', (route) =>
    route.fulfill({ contentType: 'text/html', body }),
  )
  await termsLink(page).click()
  await overlayContent(page).getByText('It broke').waitFor()
  return visitor
}

test('a response that is not a page is shown and runs no script', async (t) => {
  const { page } = await visitRespondingWith(t)
  await overlayContent(page).getByText('Look here').click()
  assert.equal(await overlay(page).count(), 1)
  assert.equal(await overlayContent(page).getByText('It ran').count(), 0)
  await waitForFocusOnDialog(page)
  await page.keyboard.press('Escape')
  await overlay(page).waitFor({ state: 'detached' })

  assert.equal(await page.evaluate('window.hacked'), undefined)
  assert.equal(await page.title(), 'Sign in - Foyer')
  assert.equal(new URL(page.url()).pathname, '/login')
})

test('a click on the response closes the overlay', async (t) => {
  const { page } = await visitRespondingWith(t, '<h1>It broke</h1>')
  await overlayContent(page).getByText('It broke').click()
  await overlay(page).waitFor({ state: 'detached' })
})

test('Escape closes the overlay, even with the focus in the frame', async (t) => {
  const { page } = await visitRespondingWith(t, '<h1>It broke</h1><a href="/login">Back</a>')
  await page.keyboard.press('Tab')
  await waitForFocusOnDialog(page)
  await page.keyboard.press('Escape')
  await overlay(page).waitFor({ state: 'detached' })
})

test('a link of the response leads on', async (t) => {
  const { page } = await visitRespondingWith(t, '<h1>It broke</h1><a href="/register">On</a>')
  await overlayContent(page).getByText('On').click()
  await page.waitForURL('**/register')
})

test('a response in the overlay keeps its styles', async (t) => {
  const { page } = await visitRespondingWith(
    t,
    '<style>h1 { color: rgb(1, 2, 3) }</style><h1 style="margin-left: 33px">It broke</h1>',
  )
  const styles = await overlayContent(page)
    .getByText('It broke')
    .evaluate((it) => [getComputedStyle(it).color, getComputedStyle(it).marginLeft])
  assert.deepEqual(styles, ['rgb(1, 2, 3)', '33px'])
})

test('a click outside closes the overlay, and the page works on', async (t) => {
  const { page } = await visitRespondingWith(t, '<h1>It broke</h1>')
  await page.mouse.click(4, 4)
  await overlay(page).waitFor({ state: 'detached' })
  await page.getByLabel('Email address').fill('ada@example.com')
})

/** The whole document in the overlay, as the browser sees it. */
const overlaySource = (page: Page) =>
  overlayContent(page)
    .locator('html')
    .evaluate((html) => html.outerHTML)

test('no response learns the nonce of our policy', async (t) => {
  const { page } = await visitRespondingWith(
    t,
    `<h1>It broke</h1><a href='/x<style'>a</a><p title="<style>">b</p><!-- <style> --><textarea><style></textarea>
<style nonce="theirs">h1 { color: rgb(1, 2, 3) }</style><xmp><style></xmp>`,
  )
  const nonce = await page.evaluate(
    () => document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce,
  )

  assert.ok(nonce)
  assert.ok(!(await overlaySource(page)).includes(nonce))
})

test('removing a tag does not make another one whole', async (t) => {
  const { page } = await visitRespondingWith(
    t,
    `<h1>It broke</h1><scr<script></script>ipt>parent.hacked = true</script>
<me<meta>ta http-equiv="refresh" content="0;url=/register"><ifr<iframe></iframe>ame src="/register"></iframe>
<meta http-equiv="refresh" content="0;url=/register"><noscript><iframe src="/register"></iframe></noscript>
<svg><style><iframe src="/register"></style></svg><math><mtext><style><base href="/x"></style></mtext></math>`,
  )
  const active = overlayContent(page).locator('script, meta, iframe, base')

  assert.equal(await active.count(), 0)
  assert.equal(page.frames().length, 2)
  assert.equal(await page.evaluate('window.hacked'), undefined)
})

const hiddenHandlers = [
  '<img alt=">" src="data:," onerror="parent.hacked = true">',
  `<img alt='a > b'src="data:,"onerror="parent.hacked = true"style="color: red">`,
  '<img title="<img src=data:, onerror=x>" src="data:,"/onerror = "parent.hacked = true">',
  '<img src="data:,"\fONERROR\n=parent.hacked=true>',
  '<body onload="parent.hacked = true"><svg/onload="parent.hacked = true"><animate onbegin="parent.hacked = true">',
  '<base href="https://evil.example/"><img src="https://evil.example/a.png" srcset="//evil.example/b.png 2x">',
  '<link rel="stylesheet" href="https://evil.example/a.css"><link rel="preload" as="image" href="/a.png">',
]

test('no spelling of an event handler or a remote file reaches the overlay', async (t) => {
  // Violations of the policy and requests to other sites fail each test.
  const { page } = await visitRespondingWith(t, `<h1>It broke</h1>${hiddenHandlers.join('\n')}`)

  const attributes = await overlayContent(page)
    .locator('*')
    .evaluateAll((all) => all.flatMap((it) => it.getAttributeNames()))
  assert.deepEqual(
    attributes.filter((name) => name.startsWith('on') || name === 'srcset'),
    [],
  )
  assert.equal(await page.evaluate('window.hacked'), undefined)
})

test('a response in the overlay keeps its words and the look of its body', async (t) => {
  const code = '<p style="color: red" onclick = "go()">'
  const { page } = await visitRespondingWith(
    t,
    `<!doctype html><html lang="la"><head><title>Oops</title><style>body { margin-top: 7px }</style></head>
<body style="margin-left: 5px" title="an onclick = 1"><h1>It broke</h1><pre>${code.replaceAll('<', '&lt;')}</pre>`,
  )
  const body = overlayContent(page).locator('body')

  assert.equal(await body.locator('pre').textContent(), code)
  assert.equal(await body.getAttribute('title'), 'an onclick = 1')
  const margins = await body.evaluate((it) => getComputedStyle(it).margin)
  assert.equal(margins, '7px 8px 8px 5px')
})

test('a location with a javascript: URL is ignored', async (t) => {
  const { page } = await foyer.visitor(t)
  await openPage(page, '/login')
  await page.route('**/terms-of-service', (route) =>
    route.fulfill({
      status: 409,
      headers: { 'x-inertia-location': 'javascript:document.title="ran"' },
    }),
  )
  const response = page.waitForResponse('**/terms-of-service')
  await termsLink(page).click()
  await (await response).finished()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('heading', { name: 'Create an account' }).waitFor()

  assert.equal(await page.title(), 'Create an account - Foyer')
})
