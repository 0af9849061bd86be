import type { Feature } from '#app/platform/feature.ts'

import { attributeHistory } from './attribute-history.ts'

export const customAttributesFeature: Feature = {
  ownedTables: {
    user_attributes: {
      file: 'attributes.json',
      description: 'Other data about you that this service stores beside your profile.',
      ownerColumn: 'user_id',
      orderColumn: 'name',
      columns: ['name', 'value', 'changed_at'],
      excludedColumns: { value_key: 'the value once more, in the form it is searched in' },
    },
  },
  history: attributeHistory,
}
