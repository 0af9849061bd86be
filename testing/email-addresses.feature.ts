import { maxAdditionalAddresses } from '#app/email-addresses/limits.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import type { TestWorld } from './random-actions.ts'
import { existingId, pickFrom } from './random-values.ts'
import type { TestApp } from './test-app.ts'
import type { TestFeature } from './test-features.ts'

const addresses = ['king@example.com', 'byron@example.com', 'ada@third.example', 'Ada@example.com']

const feature: TestFeature = {
  async accountState({ db }: TestApp) {
    const rows = await db.selectFrom('additional_addresses').selectAll().execute()
    return {
      emailAddresses: Object.fromEntries(
        rows.map(({ id, email, is_recovery_only, created_at }) => [
          id,
          { email, isRecoveryOnly: is_recovery_only === 1, addedAt: toIso(created_at) },
        ]),
      ),
    }
  },

  policyValues: {
    'Addresses beside the primary one, those waiting for their link included': [
      `${maxAdditionalAddresses} per account`,
    ],
  },

  randomActions: {
    'ask for one more address': (_, browser, pick) =>
      browser.visit('email-address.store', {
        email: pickFrom(addresses, pick),
        recovery_only: pick % 2 === 0,
      }),
    'prove an address': async ({ foyer }, browser, pick) => {
      const links = (await foyer.mails()).flatMap(
        ({ text }) => text.match(/\/email-address\/\S+/) ?? [],
      )
      if (links.length === 0) return
      await browser.visitPath(pickFrom(links, pick) ?? '', { method: 'POST', body: {} })
    },
    'make an address primary': async (world, browser, pick) => {
      const path = `${await existingAddress(world, pick)}/primary`
      const { status } = await browser.json(path, { method: 'PUT', body: {} })
      if (status !== 200) return
      const { db } = world.foyer
      const user = await db.selectFrom('users').select('email').executeTakeFirstOrThrow()
      world.email = user.email
    },
    'remove an address': async (world, browser, pick) =>
      browser.json(await existingAddress(world, pick), { method: 'DELETE', body: {} }),
  },
}

/** @returns its path */
async function existingAddress({ foyer: { db } }: TestWorld, pick: number): Promise<string> {
  const rows = await db.selectFrom('additional_addresses').select('id').orderBy('id').execute()
  return `/user/email-addresses/${existingId(rows, pick)}`
}

export default feature
