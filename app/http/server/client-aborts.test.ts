import assert from 'node:assert/strict'
import { type AddressInfo, connect as dial, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

import { ada, registerAccount } from '#testing/people.ts'
import { createTestApp } from '#testing/test-app.ts'
import { TestBrowser } from '#testing/test-browser.ts'

test(
  'a guesser who hangs up before the answer is in the record',
  { timeout: 30_000 },
  async (t) => {
    const foyer = await abortedSignIn(t)

    while ((await foyer.events('sign-in.refused')).length === 0) await wait(10)
  },
)

test('who hangs up before the answer is counted in the figures', { timeout: 30_000 }, async (t) => {
  const { app } = await abortedSignIn(t)
  const operator = new TestBrowser(app, '127.0.0.1')

  const refused = async () =>
    /foyer_answers_total\{status="4xx"\} 1/.test((await operator.open('/metrics')).text)
  while (!(await refused())) await wait(10)
})

/** Somebody has guessed, and was gone as soon as the account had been looked for, before the password was. */
async function abortedSignIn(t: TestContext) {
  let line: Socket | undefined
  const onQuery = (sql: string) => {
    if (/"password_hash" from "users"/.test(sql)) line?.destroy()
  }
  const foyer = await createTestApp(t, {}, { onQuery })
  await registerAccount(foyer, foyer.browser())
  const { app } = foyer
  await app.listen({ port: 0, host: '127.0.0.1' })
  app.server.on('connection', (socket) => (line = socket))

  const body = JSON.stringify({ email: ada.email, password: 'a guess of a stranger' })
  const guesser = dial((app.server.address() as AddressInfo).port, '127.0.0.1')
  guesser.on('error', () => {})
  guesser.write(
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
  const said = await guesser.toArray()
  assert.deepEqual(said, [])
  return foyer
}
