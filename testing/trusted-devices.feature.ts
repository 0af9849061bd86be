import { maxTrustSecrets } from '#app/http/session/limits.ts'
import { deviceCodeLimits, deviceCodeMails } from '#app/new-device/limits.ts'
import { codeLifetimeMs, maxCodeGuesses } from '#app/platform/auth/limits.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { parseUserAgent } from '#app/platform/lib/user-agent.ts'
import { unlockLimits, unlockLinkLifetimeMs } from '#app/sign-in-unlock/limits.ts'

import { existingId } from './random-values.ts'
import { duration, perWindow } from './security-policy/duration.ts'
import type { TestFeature } from './test-features.ts'

const feature: TestFeature = {
  async accountState({ db, clock }) {
    const rows = await db
      .selectFrom('trusted_devices')
      .selectAll()
      .where('expires_at', '>', clock.now())
      .execute()
    return {
      trustedDevices: Object.fromEntries(
        rows.map(({ id, user_agent, created_at, expires_at }) => {
          const { browser, platform } = parseUserAgent(user_agent)
          return [
            id,
            { browser, platform, trustedAt: toIso(created_at), endsAt: toIso(expires_at) },
          ]
        }),
      ),
    }
  },

  rateLimits: {
    'Code for a new device': deviceCodeLimits,
    'Opening the unlock link': unlockLimits,
  },
  policyValues: {
    'Emails with a code for a new device, per account': [deviceCodeMails.map(perWindow).join(', ')],
    'Wrong codes in one sign-in on a new device': [`the ${maxCodeGuesses} allowed`],
    'Emails with an unlock link, per address': [`1 in ${duration(unlockLinkLifetimeMs)}`],
    'Accounts that trust one browser': [`${maxTrustSecrets}`],
    'Code for a new device, and its sign-in': [duration(codeLifetimeMs)],
    'Unlock link': [duration(unlockLinkLifetimeMs)],
    'mailed codes': [duration(codeLifetimeMs)],
  },

  randomActions: {
    async 'no longer trust a device'({ foyer }, browser, pick) {
      const rows = await foyer.db.selectFrom('trusted_devices').select('id').orderBy('id').execute()
      await browser.json(`/user/trusted-devices/${existingId(rows, pick)}`, { method: 'DELETE' })
    },
  },
}

export default feature
