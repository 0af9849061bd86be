import assert from 'node:assert/strict'

import { type ServicePermission, servicePermissions } from '#app/permissions.ts'

import { ApiClient } from './api-clients.ts'
import { createCli } from './cli.ts'
import { buildTestApp, type TestApp } from './test-app.ts'
import type { Owner } from './test-database.ts'

/** An app with the management API. */
export function managementApp(t: Owner, settings: Record<string, string> = {}) {
  return buildTestApp(t, { MANAGEMENT_API: 'on', ...settings })
}

/** A back-end with a new service token, by default one of all permissions. */
export async function createBackEnd(
  foyer: TestApp,
  { name = 'Billing', permissions = servicePermissions, days = 30 }: BackEnd = {},
): Promise<ApiClient> {
  const list = permissions.join(',')
  const options = ['--permissions', list, '--days', String(days), '--json']
  const { json, err } = await createCli(foyer)('service-token:create', name, ...options)
  assert.equal(err, '')
  return new ApiClient(foyer, { id: String(json['id']), token: String(json['token']) })
}

interface BackEnd {
  name?: string
  permissions?: readonly ServicePermission[]
  days?: number
}
