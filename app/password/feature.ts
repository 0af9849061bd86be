import type { Feature } from '#app/platform/feature.ts'

import { previousPasswordPurpose } from './previous-passwords.ts'

export const passwordFeature: Feature = {
  ownedTables: {
    previous_passwords: { excludedBecause: 'secrets: hashes of earlier passwords' },
  },
  encryptedColumns: [
    {
      table: 'previous_passwords',
      column: 'hash_sealed',
      purpose: previousPasswordPurpose,
      idColumn: 'id',
    },
  ],
}
