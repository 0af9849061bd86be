import type { TestFeature } from './test-features.ts'

const feature: TestFeature = {
  randomActions: {
    'remove the password, and set it again': async ({ password }, browser) => {
      await browser.visit('user-password.destroy')
      await browser.visit('user-password.update', { password })
    },
  },
}

export default feature
