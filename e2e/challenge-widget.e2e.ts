import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'

import { freePort } from '#testing/free-port.ts'

import { newPerson } from './account-steps.ts'
import { forgetWidgetRequests, serveFakeWidget } from './fake-widget.ts'
import { keyboardWalker } from './keyboard-walker.ts'
import { openPage, startTestServer } from './test-server.ts'

const servicePort = await freePort()
const origin = `http://127.0.0.1:${servicePort}`
const foyer = startTestServer({
  CHALLENGE: 'turnstile',
  CHALLENGE_SITE_KEY: 'site-key',
  CHALLENGE_SECRET: 'secret',
  CHALLENGE_VERIFY_URL: `${origin}/siteverify`,
})

/** The answers that reached the service, which accepts only the second: the first came too late. */
const usedAnswers: string[] = []
const service = createServer(async (request, response) => {
  const answer = new URLSearchParams(await text(request)).get('response') ?? ''
  usedAnswers.push(answer)
  const success = answer === 'answer-2'
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ success }))
})
before(() => new Promise<void>((resolve) => service.listen(servicePort, '127.0.0.1', resolve)))
after(() => service.close())

test('a form that was rejected is sent again with a new answer of the widget, by keyboard (BOT-10)', async (t) => {
  const { page, context, browserErrors } = await foyer.newVisitor(t, {
    viewport: { width: 390, height: 844 },
  })
  await serveFakeWidget(page)
  const { type, check, press, arrive } = keyboardWalker(page, context, true)
  const person = newPerson()
  await openPage(page, '/register')
  await page.locator('input[name="cf-turnstile-response"]').waitFor({ state: 'attached' })
  await type('Name', person.name)
  await type('Email address', person.email)
  await type('Password', person.password)
  await check(/^I agree/)
  await press('button', 'Create account')
  await page.getByText("We couldn't tell you from a program").first().waitFor()

  await press('button', 'Create account')

  await arrive('Check your email')
  assert.deepEqual(usedAnswers, ['answer-1', 'answer-2'])
  forgetWidgetRequests(browserErrors)
})
