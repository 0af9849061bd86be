import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { threadCpuUsage } from 'node:process'
import { type TestContext, test } from 'node:test'

import type { RouteOptions } from 'fastify'
import { z } from 'zod'

import { routes } from '#app/routes.ts'
import { createApiClient } from '#testing/api-clients.ts'
import { examplePath } from '#testing/example-path.ts'
import { signedInAda, confirmPassword } from '#testing/people.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

const maxCpuMs = 50

/** As long as a body may be, and slow for careless code: marks to be sorted, spaces to be trimmed, brackets to be matched. */
const hostileTexts = {
  'combining marks': `a${'\u0301'.repeat(31_000)}${'\u0334'.repeat(31_000)}`,
  'spaces in the middle': `a${' '.repeat(120_000)}a`,
  'joiners between letters': `${'ب\u200D'.repeat(30_000)}`,
  'at signs and dots': '@.'.repeat(60_000),
}

/** The schemas of all routes, as they are mounted. */
async function mounted<T>(
  start: () => Promise<T>,
): Promise<{ started: T; routes: RouteOptions[] }> {
  const found: RouteOptions[] = []
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: { addHook(name: string, hook: unknown): void } }
    fastify.addHook('onRoute', (route: RouteOptions) => void found.push(route))
  }
  subscribe('fastify.initialization', listen)
  const started = await start()
  unsubscribe('fastify.initialization', listen)
  return { started, routes: found }
}

/** Each text field that the body of a route may have. */
function textFields(all: RouteOptions[]) {
  return all.flatMap(({ method, config, schema }) => {
    const name = config?.routeName
    if (!name || !(schema?.body instanceof z.ZodType)) return []
    const { properties = {} } = z.toJSONSchema(schema.body, { io: 'input', unrepresentable: 'any' })
    const fields = Object.entries(properties).filter(([, it]) =>
      JSON.stringify(it).includes('"string"'),
    )
    return fields.map(([field]) => ({
      name,
      path: examplePath(routes[name]),
      method: String(method),
      field,
    }))
  })
}

/** CPU time of this thread, where the server runs too; the best of three, as others share the machine. */
async function cpuMs(request: () => Promise<unknown>): Promise<number> {
  const measured: number[] = []
  for (let round = 0; round < 3; round++) {
    const before = threadCpuUsage()
    await request()
    const { user, system } = threadCpuUsage(before)
    measured.push((user + system) / 1000)
    if (Math.min(...measured) < maxCpuMs) break
  }
  return Math.min(...measured)
}

async function costlyInputs(
  all: RouteOptions[],
  browserFor: () => TestBrowser,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
): Promise<string[]> {
  const found: string[] = []
  for (const { name, path, method, field } of textFields(all)) {
    for (const [kind, text] of Object.entries(hostileTexts)) {
      const browser = browserFor()
      const send = () =>
        browser.json(path, { method: method as 'POST', body: { [field]: text }, headers })
      const ms = await cpuMs(send)
      if (ms >= maxCpuMs) found.push(`${name}, ${field}: ${kind} (${Math.round(ms)} ms)`)
    }
  }
  return found
}

test('no text that a guest may send costs more than 50 ms', async (t: TestContext) => {
  const { started: foyer, routes: all } = await mounted(() => createTestApp(t))
  const open = all.filter(({ config }) => config?.access === 'guest' || config?.access === 'public')

  assert.ok(textFields(open).length > 10, 'the fields of the forms were found')
  assert.deepEqual(await costlyInputs(open, () => foyer.browser()), [])
})

test('no text that a member may send costs more than 50 ms', async (t: TestContext) => {
  const { started, routes: all } = await mounted(() => signedInAda(t))
  const { laptop } = started
  await confirmPassword(laptop)
  const ofMembers = all.filter(
    ({ config }) => config?.access === 'signedIn' || config?.access === 'verified',
  )

  assert.ok(textFields(ofMembers).length > 10, 'the fields of the forms were found')
  assert.deepEqual(await costlyInputs(ofMembers, () => laptop), [])
})

test('no text that a program may send costs more than 50 ms', async (t: TestContext) => {
  const { started, routes: all } = await mounted(() => signedInAda(t))
  const { foyer, laptop } = started
  const program = await createApiClient(foyer, laptop)
  const ofPrograms = all.filter(({ config }) => config?.access === 'apiToken')

  assert.ok(textFields(ofPrograms).length > 0, 'the fields of the API were found')
  const authorization = `Bearer ${program.token}`
  assert.deepEqual(await costlyInputs(ofPrograms, () => foyer.browser(), { authorization }), [])
})

test('a guest sends so many forms a minute, and the next is refused before it is read', async (t) => {
  const foyer = await createTestApp(t)
  const browser = foyer.browser()
  await browser.open('/login')
  const send = () => browser.json('/login', { method: 'POST', body: {} })

  for (let sent = 0; sent < 300; sent++) assert.equal((await send()).status, 422)

  assert.equal((await send()).status, 429)
  assert.equal(
    (
      await foyer
        .browser()
        .json('/login', { method: 'POST', body: {}, headers: { 'sec-fetch-site': 'same-origin' } })
    ).status,
    422,
  )
})
