import { attributeLimits } from '#app/custom-attributes/limits.ts'

import type { TestFeature } from './test-features.ts'

const feature: TestFeature = {
  async accountState({ db }) {
    const rows = await db.selectFrom('user_attributes').selectAll().execute()
    return {
      attributes: Object.fromEntries(
        rows.map(({ name, value }) => [name, { value: JSON.parse(value) }]),
      ),
    }
  },

  rateLimits: { 'Changing attributes': attributeLimits },
}

export default feature
