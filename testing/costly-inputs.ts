import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { threadCpuUsage } from 'node:process'

import type { RouteOptions } from 'fastify'
import { z } from 'zod'

import { routes } from '#app/routes.ts'

import { examplePath } from './example-path.ts'
import type { TestBrowser } from './test-browser.ts'

const maxCpuMs = 50

/** Texts as long as a body may be, and slow for naive code: combining marks to sort, spaces to trim. */
const hostileTexts = {
  'combining marks': `a${'\u0301'.repeat(31_000)}${'\u0334'.repeat(31_000)}`,
  'spaces in the middle': `a${' '.repeat(120_000)}a`,
  'joiners between letters': `${'ب\u200D'.repeat(30_000)}`,
  'at signs and dots': '@.'.repeat(60_000),
}

/** Runs `start` and collects the routes it mounts. */
export async function collectRoutes<T>(
  start: () => Promise<T>,
): Promise<{ started: T; routes: RouteOptions[] }> {
  const found: RouteOptions[] = []
  const onInitialization = (message: unknown) => {
    const { fastify } = message as { fastify: { addHook(name: string, hook: unknown): void } }
    fastify.addHook('onRoute', (route: RouteOptions) => void found.push(route))
  }
  subscribe('fastify.initialization', onInitialization)
  const started = await start()
  unsubscribe('fastify.initialization', onInitialization)
  return { started, routes: found }
}

/** The text fields in the bodies of routes. */
export function textFields(all: RouteOptions[]) {
  return all.flatMap(({ method, config, schema }) => {
    const name = config?.routeName
    if (!name || !(schema?.body instanceof z.ZodType)) return []
    const root = z.toJSONSchema(schema.body, { io: 'input', unrepresentable: 'any' })
    // A named schema is a reference to its definition.
    const definition = root.$ref && root.$defs?.[root.$ref.replace('#/$defs/', '')]
    const { properties = {} } = definition || root
    const fields = Object.entries(properties).filter(([, it]) =>
      JSON.stringify(it).includes('"string"'),
    )
    return fields.map(([field]) => ({
      name,
      path: examplePath(routes[name]).replace(/^\/t\/[^/]+/, '/t/engines'),
      method: String(method),
      field,
    }))
  })
}

/** CPU time of this thread, which runs the server too; the best of three, as the machine is shared. */
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

export async function costlyInputs(
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
