import assert from 'node:assert/strict'
import { type AddressInfo, connect as dial, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

import { ada, registerAccount } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import { TestBrowser } from '#testing/test-browser.ts'

test(
  'a failed sign-in is recorded even when the client disconnects first',
  { timeout: 30_000 },
  async (t) => {
    const foyer = await abortedSignIn(t)

    while ((await foyer.events('sign-in.refused')).length === 0) await wait(10)
  },
)

test(
  'a response is counted in the metrics even when the client disconnects first',
  { timeout: 30_000 },
  async (t) => {
    const { app } = await abortedSignIn(t)
    const operator = new TestBrowser(app, '127.0.0.1')

    const isCounted = async () =>
      /foyer_answers_total\{status="4xx"\} 1/.test((await operator.open('/metrics')).text)
    while (!(await isCounted())) await wait(10)
  },
)

/** Sends a sign-in attempt and disconnects while the server looks up the account. */
async function abortedSignIn(t: TestContext) {
  let connection: Socket | undefined
  const onQuery = (sql: string) => {
    if (/"password_hash" from "users"/.test(sql)) connection?.destroy()
  }
  const foyer = await createTestApp(t, {}, { onQuery })
  await registerAccount(foyer, foyer.browser())
  const { app } = foyer
  await app.listen({ port: 0, host: '127.0.0.1' })
  app.server.on('connection', (socket) => (connection = socket))

  const body = JSON.stringify({ email: ada.email, password: 'not the password' })
  const client = dial((app.server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
  client.write(
    [
      'POST /login HTTP/1.1',
      'Host: localhost:3000',
      'Accept: application/json',
      'Sec-Fetch-Site: same-origin',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n'),
  )
  assert.deepEqual(await client.toArray(), [])
  return foyer
}
