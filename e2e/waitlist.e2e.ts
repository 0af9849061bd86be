import assert from 'node:assert/strict'
import { test } from 'node:test'

import { newPerson } from './account-steps.ts'
import { runOperatorCommand } from './run-operator-command.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer({ REGISTRATION: 'waitlist' })

test('with and without script, a guest joins the waitlist and is let in', async (t) => {
  await Promise.all(
    [{}, { javaScriptEnabled: false }].map(async (options) => {
      const { page } = await foyer.newVisitor(t, options)
      const { email } = newPerson()
      const requestLink = async () => {
        await page.goto('/')
        await page.getByRole('link', { name: 'Join the waitlist' }).click()
        await page.getByLabel('Email address').fill(email)
        await page.getByRole('button', { name: 'Join the waitlist' }).click()
        await page.getByRole('heading', { name: 'Check your email' }).waitFor()
      }

      await requestLink()
      await page.goto(await foyer.waitForMailLink(email, /\/waitlist\/\S+/))
      await page.getByRole('button', { name: 'Join the waitlist' }).click()
      await page.getByText("You're on the waitlist.").waitFor()
      await runOperatorCommand(foyer, 'waitlist:invite', email)
      await openPage(page, await foyer.waitForMailLink(email, /\/invitation\/\S+/))

      assert.equal(await page.getByLabel('Email address').inputValue(), email)
    }),
  )
})

test('the sign-in page leads to the waitlist', async (t) => {
  const { page } = await foyer.visitor(t)
  await openPage(page, '/login')
  await page.getByRole('link', { name: 'Join the waitlist' }).click()

  await page.getByRole('heading', { name: 'Join the waitlist' }).waitFor()
})
