/**
 * Every method of sign-in, from its first page to the account, by keyboard alone: once with script, and once without, in the opposite
 * look; methods that need script twice with it. Each step checks that its control is reached and its focus visible, each page that it fits the window. Accounts, factors
 * and invitations exist beforehand. A recovery ends at the sign-in page, since it signs nobody in. The codes on the profile prove
 * an address that one can sign in with afterwards.
 *
 * Elsewhere: axe on each page (accessibility.e2e.ts); what pages say where a passkey or security key lacks script
 * (no-password.e2e.ts, security-keys.e2e.ts); the waitlist, which leads to an invitation (waitlist.e2e.ts); the form of Turnstile,
 * whose script is on another site, with one of our own (challenge-widget.e2e.ts).
 */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, test } from 'node:test'

import type { BrowserContextOptions } from 'playwright-core'

import { providerClient, startOpenIdProvider } from '#testing/openid-provider.ts'
import { providerSettings } from '#testing/provider-flows.ts'

import { runAxe } from './axe.ts'
import { keyboardWalker } from './keyboard-walker.ts'
import { horizontalOverflow } from './layout-checks.ts'
import { methodsWithScript, signInMethods } from './sign-in-methods.ts'
import type { SignInWalk } from './sign-in-steps.ts'
import { startTestServer } from './test-server.ts'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const everywhere = { redirectUris: null, people: [] }
const providers = {
  example: await startOpenIdProvider(everywhere),
  apple: await startOpenIdProvider({ ...everywhere, secretKey: publicKey }),
}
after(() => Promise.all(Object.values(providers).map((provider) => provider.close())))

const foyer = startTestServer({
  NEW_DEVICE_CODE: '1',
  ...providerSettings(providers.example),
  PROVIDERS: 'example,apple',
  PROVIDER_EXAMPLE_DOMAINS: 'required.example',
  REQUIRE_PROVIDER: 'required.example',
  PROVIDER_APPLE_ISSUER: providers.apple.issuer,
  PROVIDER_APPLE_CLIENT_ID: providerClient.id,
  PROVIDER_APPLE_TEAM_ID: 'TEAM123',
  PROVIDER_APPLE_KEY_ID: 'KEY123',
  PROVIDER_APPLE_PRIVATE_KEY: String(
    privateKey.export({ type: 'pkcs8', format: 'pem' }),
  ).replaceAll('\n', '\\n'),
})

const phone = { viewport: { width: 390, height: 844 } }
const desktop = { viewport: { width: 1280, height: 800 } }
/** Two further is the opposite. */
const looks: [string, BrowserContextOptions][] = [
  ['phone, dark', { ...phone, colorScheme: 'dark' }],
  ['phone, light', { ...phone, colorScheme: 'light' }],
  ['desktop, light', { ...desktop, colorScheme: 'light' }],
  ['desktop, dark', { ...desktop, colorScheme: 'dark' }],
]

for (const [index, [name, walk]] of Object.entries({
  ...methodsWithScript,
  ...signInMethods,
}).entries()) {
  testMethod(name, walk, index, true)
  testMethod(name, walk, index + 2, name in methodsWithScript)
}

test("the page that sends Apple's form again has no axe violations, in any look", async (t) => {
  const { page } = await foyer.newVisitor(t)
  // The browser stays on the page.
  await page.route('**/sign-in/apple/answer', (route) => route.fulfill({ status: 204 }))
  await page.goto('/login')
  await page.evaluate(() => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: '/sign-in/apple/callback' })
    document.body.append(form)
    form.submit()
  })
  await page.getByRole('button', { name: 'Continue with Apple' }).waitFor()

  for (const [, { viewport, colorScheme }] of looks) {
    if (viewport) await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme: colorScheme ?? null })
    assert.deepEqual((await runAxe(page)).violations, [])
    assert.deepEqual(await horizontalOverflow(page), [])
  }
})

function testMethod(
  name: string,
  walk: (steps: SignInWalk) => Promise<void>,
  look: number,
  hasScript: boolean,
): void {
  const [lookName, options] = looks[look % looks.length] ?? ['', {}]
  const title = `${name}: by keyboard${hasScript ? '' : ', without script'}, ${lookName}`
  test(title, async (t) => {
    const needsOwnWindow = name in methodsWithScript
    const visit = needsOwnWindow ? foyer.newVisitor : foyer.visitor
    const visitor = await visit(t, { ...options, javaScriptEnabled: hasScript })
    const walker = keyboardWalker(visitor.page, visitor.context, hasScript)
    await walk({ ...walker, t, foyer, providers })
    // Requests to the providers, which other tests must not make.
    const isExpected = (error: string) =>
      Object.values(providers).some(({ issuer }) => error.startsWith(issuer))
    const errors = visitor.browserErrors.filter((error) => !isExpected(error))
    visitor.browserErrors.splice(0, Infinity, ...errors)
  })
}
