import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'

import { freePort } from '#testing/free-port.ts'

import { fillRegistration, newPerson } from './account-steps.ts'
import { openPage, startTestServer } from './test-server.ts'

const servicePort = await freePort()
const origin = `http://127.0.0.1:${servicePort}`
const foyer = startTestServer({
  CHALLENGE: 'turnstile',
  CHALLENGE_SITE_KEY: 'site-key',
  CHALLENGE_SECRET: 'secret',
  CHALLENGE_VERIFY_URL: `${origin}/siteverify`,
})

const widgetUrl = 'https://challenges.cloudflare.com/'

/** Like the service's, to which the first answer came too late. */
const usedAnswers: string[] = []
const service = createServer(async (request, response) => {
  const answer = new URLSearchParams(await text(request)).get('response') ?? ''
  usedAnswers.push(answer)
  const success = answer === 'answer-2'
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ success }))
})
before(() => new Promise<void>((resolve) => service.listen(servicePort, '127.0.0.1', resolve)))
after(() => service.close())

/** Like the service's: adds its answer to the form around it, and a new one when it is reset. */
const script = `
  let answers = 0
  let field
  window.turnstile = {
    render(element, { sitekey }) {
      field = document.createElement('input')
      field.type = 'hidden'
      field.name = 'cf-turnstile-response'
      field.value = 'answer-' + ++answers
      element.append(field)
      return 'widget of ' + sitekey
    },
    reset(id) {
      if (id === 'widget of site-key') field.value = 'answer-' + ++answers
    },
  }`

test('a form that was rejected is sent again with a new answer of the widget (BOT-10)', async (t) => {
  const { page, browserErrors } = await foyer.newVisitor(t)
  await page.route(`${widgetUrl}**`, (it) =>
    it.fulfill({ contentType: 'text/javascript', body: script }),
  )
  const person = newPerson()
  await openPage(page, '/register')
  await page.locator('input[name="cf-turnstile-response"]').waitFor({ state: 'attached' })
  await fillRegistration(page, person)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText("We couldn't tell you from a program").first().waitFor()

  await page.getByRole('button', { name: 'Create account' }).click()

  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  assert.deepEqual(usedAnswers, ['answer-1', 'answer-2'])
  const others = browserErrors.splice(0).filter((it) => !it.startsWith(widgetUrl))
  assert.deepEqual(others, [])
})
