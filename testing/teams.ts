import assert from 'node:assert/strict'

import { ada, registerAccount } from './signed-in-accounts.ts'
import type { TestApp } from './test-app.ts'
import type { TestBrowser, TestResponse } from './test-browser.ts'

export const engines = { name: 'Analytical Engines', slug: 'engines' }
export const enginesPath = '/t/engines'

export interface Person {
  name: string
  email: string
  password: string
}

export const person = (name: string): Person => ({
  ...ada,
  name,
  email: `${name.toLowerCase()}@example.com`,
})

/** A browser of a new account. */
export async function registered(foyer: TestApp, name: string): Promise<TestBrowser> {
  const browser = foyer.browser()
  await registerAccount(foyer, browser, person(name))
  return browser
}

/** Creates the team Engines, owned by the account of the browser. */
export async function createEngines(browser: TestBrowser, form = engines): Promise<void> {
  const { location } = await browser.visit('teams.store', form)
  assert.equal(location, `/t/${form.slug}`)
}

/** The link in the newest mail that has one. */
export async function invitationLink(foyer: TestApp): Promise<string> {
  const links = (await foyer.mails()).flatMap(
    ({ text }) => text.match(/\/team-invitation\/\S+/)?.[0] ?? [],
  )
  assert.ok(links[0])
  return links[0]
}

export async function invite(
  foyer: TestApp,
  inviter: TestBrowser,
  { email, role = 'member', team = enginesPath }: { email: string; role?: string; team?: string },
): Promise<string> {
  const { status } = await inviter.json(`${team}/invitations`, {
    method: 'POST',
    body: { email, role },
  })
  assert.equal(status, 201)
  return invitationLink(foyer)
}

export function accept(browser: TestBrowser, link: string, body = {}): Promise<TestResponse> {
  return browser.json(link, { method: 'POST', body })
}

/** Invites a new account, which accepts. */
export async function addMember(
  foyer: TestApp,
  inviter: TestBrowser,
  { name, role = 'member', team = enginesPath }: { name: string; role?: string; team?: string },
): Promise<TestBrowser> {
  const browser = await registered(foyer, name)
  const link = await invite(foyer, inviter, { email: person(name).email, role, team })
  await browser.open('/login')
  assert.equal((await accept(browser, link)).status, 200)
  return browser
}

export async function userId({ db }: TestApp, name: string): Promise<string> {
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', person(name).email)
    .executeTakeFirstOrThrow()
  return id
}

/** The members' roles by name. */
export async function roles({ db }: TestApp, slug = engines.slug): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select(['users.name', 'team_members.role'])
    .where('slug', '=', slug)
    .orderBy('users.name')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.name, row.role]))
}

/**
 * Makes the rate limiter of mails write to every team before it answers. A transaction that has locked one and asks it would never
 * end.
 *
 * @returns how often it was asked
 */
export function askTeamsBeforeMail({ app, db }: TestApp): { count: number } {
  const asked = { count: 0 }
  const { limits } = app
  const hit = limits.hit.bind(limits)
  limits.hit = async (key, rate) => {
    if (!key.includes('mails-to:')) return hit(key, rate)
    asked.count += 1
    await db
      .updateTable('teams')
      .set(({ ref }) => ({ event_count: ref('event_count') }))
      .execute()
    return hit(key, rate)
  }
  return asked
}
