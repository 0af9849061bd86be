import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'

import type { Page } from 'playwright-core'

import { createAccount, postForm } from './account-steps.ts'
import { addAuthenticator } from './browser-authenticator.ts'
import { openPage, type TestServer } from './test-server.ts'

/** A page with a half-typed field, and the same person's phone. */
export async function pageWithTyping(
  t: TestContext,
  foyer: TestServer,
  address: string,
  field: (page: Page) => TextField,
) {
  const { page, context } = await foyer.visitor(t)
  const phone = await foyer.newVisitor(t)
  await addAuthenticator(phone.context, phone.page)
  const person = await createAccount(foyer, context)
  await postForm(phone.context, '/login', person)
  await openListening(page, address)
  const typed = field(page)
  await typed.fill('half a th')
  const assertUntouched = async () => {
    assert.equal(await typed.inputValue(), 'half a th')
    assert.equal(await typed.evaluate((it) => it === document.activeElement), true)
  }
  return { page, phone, person, assertUntouched }
}

export async function openListening(page: Page, address: string): Promise<void> {
  const authorized = page.waitForResponse('**/broadcasting/auth')
  await openPage(page, address)
  await authorized
}

type TextField = ReturnType<Page['getByLabel']>
