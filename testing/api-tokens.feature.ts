import {
  maxTokens,
  maxTokenNetworks,
  maxTokenPrograms,
  maxTokenDays,
  rotationOverlapMs,
  endedTokenRetentionMs,
  creationLimits,
  requestsPerIp,
  requestsPerToken,
  rejectedRequestsPerIp,
  useStorageIntervalMs,
} from '#app/api-tokens/limits.ts'
import { CreateTokenForm } from '#app/api-tokens/token-form.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { PageQuery } from '#app/platform/validation/api-schemas.ts'
import { maxNameLength } from '#app/platform/validation/name-rules.ts'

import type { TestWorld } from './random-actions.ts'
import { existingId, names, pickFrom } from './random-values.ts'
import { duration, perWindow } from './security-policy/duration.ts'
import type { TestApp } from './test-app.ts'
import type { TestFeature } from './test-features.ts'

const feature: TestFeature = {
  async accountState({ db, clock }: TestApp) {
    const tokens = await db
      .selectFrom('api_tokens')
      .selectAll()
      .where('revoked_at', 'is', null)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', clock.now())]))
      .execute()
    return {
      tokens: Object.fromEntries(
        tokens.map((row) => [
          row.id,
          {
            name: row.name,
            permissions: JSON.parse(row.permissions),
            networks: JSON.parse(row.networks),
            createdAt: toIso(row.created_at),
            endsAt: toIso(row.expires_at),
          },
        ]),
      ),
    }
  },

  randomActions: {
    'make a token': (_, browser, pick) =>
      browser.visit('api-tokens.store', {
        name: pickFrom(names, pick),
        permissions: ['read'],
        expiry: pickFrom(['7', 'never', '30'], pick),
      }),
    'change a token': async (world, browser, pick) =>
      browser.json(`/user/api-tokens/${await existingToken(world, pick)}`, {
        method: 'PUT',
        body: {
          name: pickFrom(names, pick),
          permissions: ['read', 'delete'],
          networks: '192.0.2.0/24',
        },
      }),
    'rotate a token': async (world, browser, pick) =>
      browser.json(`/user/api-tokens/${await existingToken(world, pick)}/rotation`, {
        method: 'POST',
        body: {},
      }),
    'revoke a token': async (world, browser, pick) =>
      browser.json(`/user/api-tokens/${await existingToken(world, pick)}`, {
        method: 'DELETE',
      }),
  },

  rateLimits: { 'API token creation and update': creationLimits },

  policyValues: {
    'API tokens of an account': [
      `at most ${maxTokens}`,
      `1 to ${maxNameLength} characters`,
      `${maxTokenNetworks} networks`,
    ],
    'Lifetime of an API token': [
      `${CreateTokenForm.shape.expiry.parse(undefined)} days by default`,
      `${maxTokenDays} days`,
    ],
    'API page size': [`1 to ${maxPageSize()} entries`],
    'API requests': [
      `${perWindow(requestsPerIp)} per IP`,
      `${perWindow(requestsPerToken)} per token`,
    ],
    'Rejected API tokens': [perWindow(rejectedRequestsPerIp)],
    'Previous secret of a rotated API token': [duration(rotationOverlapMs)],
    'Uses of an API token': [
      `once in ${duration(useStorageIntervalMs)}`,
      `at most ${maxTokenPrograms} programs`,
    ],
    'Ended API tokens': [duration(endedTokenRetentionMs)],
  },

  screenshots: {
    'api-tokens': {
      path: '/user/api-tokens',
      async prepare(page) {
        await page.goto('/user/api-tokens', { waitUntil: 'networkidle' })
        await page.getByRole('textbox', { name: 'Name' }).fill('Backup script')
        await page.getByRole('button', { name: 'Create token' }).click()
        await page.getByRole('button', { name: "I've saved it" }).click()
      },
    },
  },
}

async function existingToken({ foyer }: TestWorld, pick: number): Promise<string> {
  const tokens = foyer.db.selectFrom('api_tokens').select('id').orderBy('id')
  return existingId(await tokens.execute(), pick)
}

function maxPageSize(): number {
  const sizes = Array.from({ length: 2000 }, (_, index) => index + 1)
  return Math.max(...sizes.filter((size) => PageQuery.safeParse({ limit: String(size) }).success))
}

export default feature
