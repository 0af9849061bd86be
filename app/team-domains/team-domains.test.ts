import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { enqueue } from '#app/platform/jobs/enqueue.ts'
import { notMeLink } from '#testing/account-takeover.ts'
import { createCli } from '#testing/cli.ts'
import { startDnsServer } from '#testing/dns-server.ts'
import { titlesOf } from '#testing/notifications.ts'
import { ada as adaPerson, confirmPassword, registerAccount } from '#testing/signed-in-accounts.ts'
import { mailsTo, setRoleGivers } from '#testing/team-takeover.ts'
import { addMember, createEngines, enginesPath, person, roles, userId } from '#testing/teams.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days } from '#testing/test-clock.ts'

import { domainCheckKind, enqueueDomainChecks } from './check-domains.job.ts'

const domains = `${enginesPath}/domains`

/** Ada owns the team; the people of the tests have addresses at example.com. */
async function adaWithTeam(t: TestContext, settings: Record<string, string> = {}) {
  const dns = await startDnsServer(t)
  const foyer = await createTestApp(t, { TEAM_DNS_SERVERS: dns.address, ...settings })
  const ada = foyer.browser()
  await registerAccount(foyer, ada)
  await createEngines(ada)
  await confirmPassword(ada)
  return { foyer, ada, dns }
}

const post = async (browser: TestBrowser, path: string, body: object = {}) =>
  (await browser.json(path, { method: 'POST', body })).status

async function settings(browser: TestBrowser, team = enginesPath) {
  const { props } = (await browser.visitPath(`${team}/settings`)).page
  return Object(props['domains'])
}

async function addDomain(browser: TestBrowser, domain = 'example.com', team = enginesPath) {
  assert.equal(await post(browser, `${team}/domains`, { domain }), 201)
  const added = (await settings(browser, team)).find(
    (it: { domain: string }) => it.domain === domain,
  )
  return { path: `${team}/domains/${added.id}`, ...added }
}

async function proved(t: TestContext, variables: Record<string, string> = {}) {
  const scene = await adaWithTeam(t, variables)
  const { path, id, record } = await addDomain(scene.ada)
  scene.dns.records.set(record.name, record.value)
  assert.equal(await post(scene.ada, `${path}/check`), 200)
  return { ...scene, path, id, record }
}

async function registered(foyer: TestApp, name: string, email = person(name).email) {
  const browser = foyer.browser()
  await registerAccount(foyer, browser, { ...adaPerson, name, email })
  return browser
}

const joinable = async (browser: TestBrowser): Promise<{ team: string }[]> =>
  Object((await browser.visit('teams.index')).page.props).joinable

const join = (browser: TestBrowser, id: string) => post(browser, `/teams/domains/${id}`)

test('an account with an address at a proved domain sees the team and joins as a member (TEA-51)', async (t) => {
  const { foyer, ada, id } = await proved(t)
  const grace = await registered(foyer, 'Grace')
  assert.deepEqual(
    (await joinable(grace)).map(({ team }) => team),
    ['Analytical Engines'],
  )

  assert.equal(await join(grace, id), 200)

  assert.equal((await roles(foyer))['Grace'], 'member')
  assert.deepEqual(await joinable(grace), [])
  assert.ok((await titlesOf(ada)).includes('The team Analytical Engines has a new member'))
  assert.equal(await join(grace, id), 410)
})

test('of people who join at the same time, only as many get in as there are seats (TEA-51)', async (t) => {
  const { foyer, id } = await proved(t, { TEAM_SEATS: '2' })
  const people = [await registered(foyer, 'Grace'), await registered(foyer, 'Eve')]

  const statuses = await Promise.all(people.map((browser) => join(browser, id)))

  assert.deepEqual(statuses.toSorted(), [200, 422])
  assert.equal(Object.keys(await roles(foyer)).length, 2)
})

test('domains of public mail providers are refused, and nonsense (TEA-52)', async (t) => {
  const { ada } = await adaWithTeam(t)

  for (const domain of ['gmail.com', 'GMX.de', 'mailinator.com', 'localhost', 'a b.c', '@', ''])
    assert.equal(await post(ada, domains, { domain }), 422, domain)
})

test('a domain is proved by one team, also when two prove it at the same time (TEA-52)', async (t) => {
  const { foyer, ada, dns } = await adaWithTeam(t)
  const eve = await registered(foyer, 'Eve')
  await createEngines(eve, { name: 'Looms', slug: 'looms' })
  await confirmPassword(eve)
  const ours = await addDomain(ada)
  const theirs = await addDomain(eve, 'example.com', '/t/looms')

  dns.records.set(ours.record.name, ours.record.value)
  assert.equal(await post(eve, `${theirs.path}/check`), 422)
  await foyer.db.updateTable('team_domains').set({ token: 'same' }).execute()
  dns.records.set(ours.record.name, 'foyer-team=same')
  const statuses = await Promise.all([
    post(ada, `${ours.path}/check`),
    post(eve, `${theirs.path}/check`),
  ])

  assert.deepEqual(statuses.toSorted(), [200, 422])
})

test('another address, and a domain that is off, unproved or of a team about to be deleted, let nobody join (TEA-53)', async (t) => {
  const { foyer, ada, path, id } = await proved(t)
  const grace = await registered(foyer, 'Grace')
  const eve = await registered(foyer, 'Eve', 'eve@sub.example.com')
  assert.deepEqual([await joinable(eve), await join(eve, id)], [[], 410])

  await ada.json(path, { method: 'PUT', body: { enabled: false } })
  assert.deepEqual([await joinable(grace), await join(grace, id)], [[], 410])
  await ada.json(path, { method: 'PUT', body: { enabled: true } })
  const users = foyer.db.updateTable('users').where('email', '=', 'grace@example.com')
  await users.set({ email_verified_at: null }).execute()
  assert.equal(await join(grace, id), 403)
  await users.set({ email_verified_at: 1 }).execute()
  await foyer.db.updateTable('team_domains').set({ verified_at: null }).execute()
  assert.equal(await join(grace, id), 410)
  await foyer.db.updateTable('team_domains').set({ verified_at: 1 }).execute()
  await ada.json(enginesPath, { method: 'DELETE', body: { confirmation: 'engines' } })
  assert.equal(await join(grace, id), 410)
})

test('a removed member comes back by an invitation only (TEA-54)', async (t) => {
  const { foyer, ada, id } = await proved(t)
  const grace = await registered(foyer, 'Grace')
  await join(grace, id)
  const member = await userId(foyer, 'Grace')

  await ada.json(`${enginesPath}/members/${member}`, { method: 'DELETE' })

  assert.deepEqual([await joinable(grace), await join(grace, id)], [[], 410])
  await post(ada, `${enginesPath}/invitations`, { email: person('Grace').email, role: 'member' })
  const { invitations } = Object((await grace.visit('teams.index')).page.props)
  assert.equal(await post(grace, `/teams/invitations/${invitations[0].id}`), 200)
  await grace.json(`${enginesPath}/membership`, { method: 'DELETE' })
  assert.equal(await join(grace, id), 200)
})

async function checkDaily({ app, clock, jobs }: TestApp) {
  clock.advance(days)
  await enqueueDomainChecks(app, clock.now())
  await jobs.runDue()
}

test('nobody joins by a domain when its record is gone, and the owners are notified (TEA-55)', async (t) => {
  const { foyer, dns, id, record } = await proved(t)
  dns.works = false
  await checkDaily(foyer)
  dns.works = true
  await checkDaily(foyer)
  const grace = await registered(foyer, 'Grace')
  assert.equal((await joinable(grace)).length, 1)

  dns.records.delete(record.name)
  await checkDaily(foyer)

  const eve = await registered(foyer, 'Eve')
  assert.deepEqual([await joinable(eve), await join(eve, id)], [[], 410])
  const told = await foyer.db.selectFrom('notifications').select('type').execute()
  assert.ok(told.some(({ type }) => type === 'team-domain-lost'))
})

const setEnabled = async (browser: TestBrowser, path: string, enabled: boolean) =>
  (await browser.json(path, { method: 'PUT', body: { enabled } })).status

test('switching a domain on that is on changes nothing, and switching is limited (TEA-133)', async (t) => {
  const { foyer, ada } = await adaWithTeam(t)
  const { path } = await addDomain(ada)
  const changes = async () =>
    (await foyer.events('team.domain-changed')).map(({ data }) => data['change'])

  assert.equal(await setEnabled(ada, path, true), 200)
  assert.deepEqual(await changes(), ['added'])
  assert.equal(await setEnabled(ada, path, false), 200)
  assert.equal(await setEnabled(ada, path, false), 200)
  assert.deepEqual((await changes()).toSorted(), ['added', 'disabled'])

  const statuses: number[] = []
  for (let count = 0; count < 30; count++)
    statuses.push(await setEnabled(ada, path, count % 2 === 0))
  assert.equal(statuses.at(0), 200)
  assert.equal(statuses.at(-1), 429)
})

test('only owners manage domains, after confirming that it is them', async (t) => {
  const { foyer, ada } = await adaWithTeam(t)
  const grace = await addMember(foyer, ada, { name: 'Grace', role: 'admin' })
  await confirmPassword(grace)

  assert.equal(await post(grace, domains, { domain: 'example.com' }), 403)
  await foyer.db.updateTable('sessions').set({ confirmed_at: null }).execute()
  assert.equal(await post(ada, domains, { domain: 'example.com' }), 423)
})

test('the domain check terminates when a due domain was un-verified in the database (TEA-140)', async (t) => {
  const { foyer } = await proved(t)
  await foyer.db.updateTable('team_domains').set({ verified_at: null }).execute()
  const { db, keys } = foyer.app

  await enqueue(db, keys, { kind: domainCheckKind, payload: null, now: foyer.clock.now() + days })
  await checkDaily(foyer)

  const jobs = await foyer.db.selectFrom('jobs').select('kind').execute()
  assert.deepEqual(
    jobs.filter(({ kind }) => kind === domainCheckKind),
    [],
  )
})

test('"this wasn\'t me" and a lock stop a domain that the account added, also after it has left the team (TEA-149)', async (t) => {
  const { foyer, ada, dns } = await adaWithTeam(t)
  const grace = await addMember(foyer, ada, { name: 'Grace' })
  const alan = await addMember(foyer, ada, { name: 'Alan' })
  await foyer.db.updateTable('team_members').set({ role: 'owner' }).execute()
  const provedBy = async (browser: TestBrowser, domain: string) => {
    await confirmPassword(browser)
    const { path, record } = await addDomain(browser, domain)
    dns.records.set(record.name, record.value)
    assert.equal(await post(browser, `${path}/check`), 200)
  }
  await provedBy(ada, 'example.com')
  await provedBy(grace, 'evil.example')
  await provedBy(alan, 'worse.example')
  await grace.json(`${enginesPath}/membership`, { method: 'DELETE' })
  const link = await notMeLink(foyer, person('Grace'))

  await foyer.browser().visitPath(link, { method: 'POST', body: {} })
  await createCli(foyer)('user:lock', person('Alan').email, '--yes')

  const rows = await settings(ada)
  const enabled = rows.flatMap((it: { domain: string; isEnabled: boolean }) =>
    it.isEnabled ? it.domain : [],
  )
  assert.deepEqual(enabled, ['example.com'])
  const told = 'Webhooks or domains of the team Analytical Engines were disabled'
  assert.equal((await titlesOf(ada)).filter((title) => title === told).length, 2)
})

test('of a report and people who join by the domain of a thief, nobody joins after the report (TEA-149)', async (t) => {
  const { foyer, id } = await proved(t)
  const people = [await registered(foyer, 'Grace'), await registered(foyer, 'Eve')]
  const link = await notMeLink(foyer, adaPerson)

  const [report, ...joined] = await Promise.all([
    foyer.browser().visitPath(link, { method: 'POST', body: {} }),
    ...people.map((browser) => join(browser, id)),
  ])

  assert.ok([report.status, ...joined].every((status) => status < 500))
  assert.equal(await join(await registered(foyer, 'Alan'), id), 410)
  const { seq } = await foyer.db
    .selectFrom('team_events')
    .select('seq')
    .where('type', '=', 'domain.changed')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  const late = await foyer.db
    .selectFrom('team_events')
    .select('type')
    .where('type', '=', 'member.joined')
    .where('seq', '>', seq)
    .execute()
  assert.deepEqual(late, [])
})

const isOn = async (browser: TestBrowser, domain = 'example.com'): Promise<boolean> =>
  (await settings(browser)).find((it: { domain: string }) => it.domain === domain).isEnabled

async function anotherOwner(foyer: TestApp, ada: TestBrowser, name: string): Promise<TestBrowser> {
  const browser = await addMember(foyer, ada, { name })
  const update = foyer.db.updateTable('team_members').set({ role: 'owner' })
  await update.where('user_id', '=', await userId(foyer, name)).execute()
  await confirmPassword(browser)
  return browser
}

async function report(foyer: TestApp, of: { email: string; password: string }): Promise<void> {
  const link = await notMeLink(foyer, of)
  await foyer.browser().visitPath(link, { method: 'POST', body: {} })
}

test('an accomplice who enables the domain of a thief again does not hide it from the report (TEA-162)', async (t) => {
  const { foyer, ada: thief, path } = await proved(t)
  const eve = await anotherOwner(foyer, thief, 'Eve')
  for (const enabled of [false, true]) assert.equal(await setEnabled(eve, path, enabled), 200)

  await report(foyer, adaPerson)

  assert.equal(await isOn(eve), false)
})

test('the owners learn who joined by the domain of a thief (TEA-162)', async (t) => {
  const { foyer, ada: thief, id } = await proved(t)
  await anotherOwner(foyer, thief, 'Grace')
  await setRoleGivers(foyer, null)
  assert.equal(await join(await registered(foyer, 'Eve'), id), 200)

  await report(foyer, adaPerson)

  const [mail] = await mailsTo(foyer, 'Grace', /^Check who joined/)
  assert.match(mail?.text ?? '', /Eve/)
})

test('they learn it also of a domain that the thief only enabled, and of one that an accomplice enabled (TEA-162)', async (t) => {
  const { foyer, ada, id, path } = await proved(t)
  const thief = await anotherOwner(foyer, ada, 'Grace')
  await setRoleGivers(foyer, null)
  for (const enabled of [false, true]) assert.equal(await setEnabled(thief, path, enabled), 200)
  assert.equal(await join(await registered(foyer, 'Mallory'), id), 200)
  await foyer.db
    .updateTable('team_domains')
    .set({ added_by: await userId(foyer, 'Grace') })
    .execute()
  const eve = await anotherOwner(foyer, thief, 'Eve')
  for (const enabled of [false, true]) assert.equal(await setEnabled(eve, path, enabled), 200)
  assert.equal(await join(await registered(foyer, 'Edith'), id), 200)

  await report(foyer, person('Grace'))

  const [mail] = await mailsTo(foyer, 'Ada', /^Check who joined/)
  assert.match(mail?.text ?? '', /Mallory/)
  assert.match(mail?.text ?? '', /Edith/)
})

test('a removed owner stops no domain of the team with a later report (TEA-163)', async (t) => {
  const { foyer, ada, path } = await proved(t)
  const grace = await anotherOwner(foyer, ada, 'Grace')
  for (const enabled of [false, true]) assert.equal(await setEnabled(grace, path, enabled), 200)
  await ada.json(`${enginesPath}/members/${await userId(foyer, 'Grace')}`, { method: 'DELETE' })

  await report(foyer, person('Grace'))

  assert.equal(await isOn(ada), true)
})

test('nobody joins by the domain of a locked account, until the lock ends or an owner enables the domain who has no role from it (TEA-164, WHK-25)', async (t) => {
  const { foyer, ada, id, path } = await proved(t)
  const cli = createCli(foyer)
  const grace = await anotherOwner(foyer, ada, 'Grace')
  const eve = await registered(foyer, 'Eve')
  const alan = await registered(foyer, 'Alan')
  const lock = () => cli('user:lock', adaPerson.email, '--yes')

  await lock()
  assert.deepEqual([await isOn(grace), await joinable(eve), await join(eve, id)], [false, [], 410])
  await cli('user:unlock', adaPerson.email, '--yes')
  assert.deepEqual([await isOn(grace), await join(eve, id)], [true, 200])

  await lock()
  assert.equal(await setEnabled(grace, path, true), 422)
  await setRoleGivers(foyer, null)
  assert.equal(await setEnabled(grace, path, true), 200)
  assert.deepEqual([await isOn(grace), await join(alan, id)], [true, 200])
})

test('Time Travel of the team shows a domain as disabled during the lock, and enabled afterwards (TEA-164)', async (t) => {
  const { foyer, ada } = await proved(t)
  const cli = createCli(foyer)
  const grace = await anotherOwner(foyer, ada, 'Grace')
  const newest = async () => {
    const { seq } = await foyer.db
      .selectFrom('team_events')
      .select('seq')
      .where('type', '=', 'domain.changed')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow()
    return seq
  }
  const domainsAt = async (event: number) => {
    const { page } = await grace.visitPath(`${enginesPath}/log?event=${event}`)
    const { past, present } = Object(page.props)
    return { past: past.domains['example.com'], present: present.domains['example.com'] }
  }
  const on = { isProved: true, isEnabled: true }
  const off = { isProved: true, isEnabled: false }

  await cli('user:lock', adaPerson.email, '--yes')
  const disabled = await newest()
  assert.deepEqual(await domainsAt(disabled), { past: off, present: off })
  await cli('user:unlock', adaPerson.email, '--yes')

  assert.deepEqual(await domainsAt(disabled), { past: off, present: on })
  assert.deepEqual(await domainsAt(await newest()), { past: on, present: on })
})
