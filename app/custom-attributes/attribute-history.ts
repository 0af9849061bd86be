import type { AccountState } from '#app/account-events.ts'
import type { FeatureHistory, ReducersOf } from '#app/platform/feature.ts'

import type { AttributeEvents } from './events.ts'

const reducers: ReducersOf<AttributeEvents> = {
  'attributes.changed': ({ after }, { attributes }): Pick<AccountState, 'attributes'> => {
    const values = new Map(Object.entries(attributes))
    for (const [name, value] of Object.entries(after))
      if (value === null) values.delete(name)
      else values.set(name, { value })
    return { attributes: Object.fromEntries(values) }
  },
}

export const attributeHistory: FeatureHistory = { kind: 'profile', reducers }
