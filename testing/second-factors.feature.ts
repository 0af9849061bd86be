import type { TestFeature } from './test-features.ts'
import { VirtualAuthenticator } from './virtual-authenticator.ts'

const feature: TestFeature = {
  randomActions: {
    'add a security key': async (_, browser) => {
      const { status, raw } = await browser.json('/user/passkeys/options?second_factor_only=1')
      if (status !== 200) return
      const key = new VirtualAuthenticator()
      const credential = key.create(raw.json().options, { userVerified: false })
      const body = { credential, second_factor_only: true }
      await browser.json('/user/passkeys', { method: 'POST', body })
    },
    'turn two-factor on with a key': async (world, browser) => {
      const path = '/user/two-factor-with-passkey'
      const { status, raw } = await browser.json(path, { method: 'POST', body: {} })
      if (status === 200) world.recoveryCodes = raw.json().recovery_codes
    },
    'prefer a second factor': (_, browser, pick) =>
      browser.json('/user/preferred-second-factor', {
        method: 'PUT',
        body: { factor: pick % 2 === 0 ? 'passkey' : 'code' },
      }),
    'remove the app': async (world, browser) => {
      const { status } = await browser.json('/user/authenticator-app', { method: 'DELETE' })
      if (status === 200) world.authenticatorApp = null
    },
  },
}

export default feature
