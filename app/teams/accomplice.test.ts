import assert from 'node:assert/strict'
import { test } from 'node:test'

import { confirmPassword } from '#testing/signed-in-accounts.ts'
import {
  changeRole,
  handOver,
  isPending,
  mailsTo,
  removeFromTeam,
  reportTakeover,
  requestDeletion,
  thiefAndGrace,
} from '#testing/team-takeover.ts'
import { addMember } from '#testing/teams.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

const toCheck = /^Check who joined/

/** Lets in a member who has confirmed that it is them. */
async function letIn(foyer: TestApp, by: TestBrowser, name: string, role = 'member') {
  const browser = await addMember(foyer, by, { name, role })
  await confirmPassword(browser)
  return browser
}

test('an accomplice who lowers their own role, or hands the ownership back, is still in the mail (TEA-161)', async (t) => {
  const { foyer, thief } = await thiefAndGrace(t)
  const eve = await letIn(foyer, thief, 'Eve')
  const mallory = await letIn(foyer, thief, 'Mallory')
  await handOver(foyer, { from: thief, to: eve, name: 'Eve', shared: true })
  await changeRole(foyer, eve, { name: 'Eve', role: 'admin' })
  await handOver(foyer, { from: thief, to: mallory, name: 'Mallory', shared: false })
  await handOver(foyer, { from: mallory, to: thief, name: 'Ada', shared: false })

  await reportTakeover(foyer)

  const [mail] = await mailsTo(foyer, 'Grace', toCheck)
  assert.match(mail?.text ?? '', /Eve/)
  assert.match(mail?.text ?? '', /Mallory/)
})

test('an accomplice with a lowered role who removes the account takes nothing over (TEA-160)', async (t) => {
  const { foyer, thief } = await thiefAndGrace(t)
  const eve = await letIn(foyer, thief, 'Eve')
  await handOver(foyer, { from: thief, to: eve, name: 'Eve', shared: true })
  await changeRole(foyer, eve, { name: 'Eve', role: 'admin' })
  await requestDeletion(thief)
  await changeRole(foyer, thief, { name: 'Ada', role: 'admin' })
  await removeFromTeam(foyer, eve, 'Ada')

  await reportTakeover(foyer)

  assert.equal(await isPending(foyer), false)
})
