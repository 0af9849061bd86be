import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'

import { notMeLink } from './account-takeover.ts'
import { ada, confirmPassword, registerAccount } from './signed-in-accounts.ts'
import { addMember, createEngines, enginesPath, person, userId } from './teams.ts'
import { buildTestApp, type TestApp } from './test-app.ts'
import type { TestBrowser } from './test-browser.ts'

/** A thief in the session of Ada, who owns the team with Grace. Neither has their role from the other. */
export async function thiefAndGrace(t: TestContext, variables: Record<string, string> = {}) {
  const foyer = await buildTestApp(t, variables)
  const thief = foyer.browser()
  await registerAccount(foyer, thief)
  await createEngines(thief)
  const grace = await addMember(foyer, thief, { name: 'Grace' })
  await foyer.db.updateTable('team_members').set({ role: 'owner' }).execute()
  await setRoleGivers(foyer, null)
  for (const browser of [thief, grace]) await confirmPassword(browser)
  return { foyer, thief, grace }
}

/** Makes all members have their role from one account, or from nobody. */
export async function setRoleGivers(foyer: TestApp, name: string | null): Promise<void> {
  const role_given_by = name === null ? null : await userId(foyer, name)
  const role_given_at = foyer.clock.now()
  await foyer.db.updateTable('team_members').set({ role_given_by, role_given_at }).execute()
}

export const openLink = async (foyer: TestApp, link: string) =>
  (await foyer.browser().visitPath(link, { method: 'POST', body: {} })).status

/** Reports the takeover of an account by a mailed link. */
export async function reportTakeover(foyer: TestApp, of = ada): Promise<void> {
  assert.ok((await openLink(foyer, await notMeLink(foyer, of))) < 400)
}

export async function requestDeletion(browser: TestBrowser): Promise<void> {
  const body = { confirmation: 'engines' }
  assert.equal((await browser.json(enginesPath, { method: 'DELETE', body })).status, 202)
}

export async function isPending({ db }: TestApp): Promise<boolean> {
  const { deletes_at } = await db.selectFrom('teams').select('deletes_at').executeTakeFirstOrThrow()
  return deletes_at !== null
}

/** An owner offers the ownership to a member, who accepts. */
export async function handOver(
  foyer: TestApp,
  { from, to, name, shared }: { from: TestBrowser; to: TestBrowser; name: string; shared: boolean },
): Promise<void> {
  const handover = `${enginesPath}/handover`
  const body = { member: await userId(foyer, name), shared }
  assert.equal((await from.json(handover, { method: 'POST', body })).status, 201)
  assert.equal((await to.json(handover, { method: 'PUT', body: {} })).status, 200)
}

export async function changeRole(
  foyer: TestApp,
  by: TestBrowser,
  { name, role }: { name: string; role: string },
): Promise<void> {
  const path = `${enginesPath}/members/${await userId(foyer, name)}`
  assert.equal((await by.json(path, { method: 'PUT', body: { role } })).status, 200)
}

export async function removeFromTeam(foyer: TestApp, by: TestBrowser, name: string): Promise<void> {
  const path = `${enginesPath}/members/${await userId(foyer, name)}`
  assert.equal((await by.json(path, { method: 'DELETE' })).status, 200)
}

/** The newest first. */
export async function mailsTo(foyer: TestApp, name: string, subject: RegExp) {
  const mails = await foyer.mails()
  return mails.filter((mail) => mail.to === person(name).email && subject.test(mail.subject))
}
