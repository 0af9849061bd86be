import assert from 'node:assert/strict'

import { ApiClient } from './api-clients.ts'
import { confirmPassword } from './signed-in-accounts.ts'
import { enginesPath } from './teams.ts'
import type { TestApp } from './test-app.ts'
import type { TestBrowser } from './test-browser.ts'

/** Confirms the password and creates an API client with a new token of a team. */
export async function createTeamClient(
  foyer: TestApp,
  member: TestBrowser,
  { team = enginesPath, ...form }: Record<string, unknown> = {},
): Promise<ApiClient> {
  await confirmPassword(member)
  const body = { name: 'Onboarding', permissions: ['members.invite'], ...form }
  const response = await member.json(`${String(team)}/tokens`, { method: 'POST', body })
  assert.equal(response.status, 201, response.text)
  return new ApiClient(foyer, response.raw.json())
}
