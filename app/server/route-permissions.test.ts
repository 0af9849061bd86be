import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Route, routes } from '#app/routes.ts'
import { createTestApp } from '#testing/test-app.ts'

const routeTable: [string, Route][] = Object.entries(routes)

test('every API route declares a permission and none needs a confirmation', () => {
  const api = routeTable.filter(([, { path }]) => path.startsWith('/api/'))

  assert.ok(api.every(([, { confirmation }]) => confirmation === undefined))
  assert.ok(api.every(([, { permission }]) => permission !== undefined))
})

test('the server does not start with an API route without a permission (CFG-04)', async (t) => {
  const { createServer } = await import('#app/server/create-server.ts')
  const { app } = await createTestApp(t)
  const { config, clock, database, keys, limits, files, assets } = app
  const start = async (url: string, routeConfig: object) => {
    const fresh = createServer({ config, clock, database, keys, limits, files, assets }, {})
    fresh.get(url, { config: routeConfig }, () => 'response')
    await fresh.ready()
  }

  await assert.rejects(start('/api/x', { access: 'apiToken' }), /declares no permission/)
  await assert.rejects(start('/api/x', { access: 'public' }), /declares no permission/)
  await assert.rejects(
    start('/api/x', { access: 'verified', permission: 'read' }),
    /declares no permission/,
  )
  await assert.rejects(
    start('/x', { access: 'apiToken', permission: 'read' }),
    /declares no permission/,
  )
  await assert.rejects(start('/t/:team', { access: 'team' }), /declares no permission/)
  await assert.rejects(start('/x', { access: 'role' }), /declares no permission/)
  await start('/t/:team', { access: 'team', permission: 'team.view' })
  await start('/api/x', { access: 'apiToken', permission: 'read' })
})
