import assert from 'node:assert/strict'
import { test } from 'node:test'

import { routeNames, routeOptions } from '#app/http/server/route-options.ts'
import { type Route, routes } from '#app/routes.ts'
import { isTestFile, readSourceTree } from '#testing/architecture/source-tree.ts'
import { createTestApp } from '#testing/test-app.ts'

test('documents contain only routes that a page builds a URL of', () => {
  const root = new URL('../../..', import.meta.url).pathname
  const code = readSourceTree(root, ['web/**/*.{ts,tsx}'])
    .filter((source) => !isTestFile(source))
    .map(({ text }) => text)
    .join('\n')

  const unused = Object.entries<Route>(routes).filter(
    ([name, { access, notInBrowser }]) =>
      !notInBrowser &&
      access !== 'apiToken' &&
      access !== 'signedRequest' &&
      // Double quotes where it is an attribute of JSX.
      !new RegExp(`['"]${RegExp.escape(name)}['"]`).test(code),
  )

  // Each costs 60 to 190 bytes of every uncompressed document: mark it `notInBrowser`.
  assert.deepEqual(
    unused.map(([name]) => name),
    [],
  )
})

test('without teams, pages know only routes that are mounted', async (t) => {
  const { app } = await createTestApp(t, { TEAMS: 'off' })

  const known = Object.keys(Object(JSON.parse(app.clientRoutes.staff.json)).routes)

  const notMounted = routeNames
    .filter((name) => known.includes(name))
    .filter((name) => !app.hasRoute(routeOptions(name)))
  assert.ok(known.length > 50)
  assert.deepEqual(notMounted, [])
})
