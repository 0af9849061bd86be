import type { Feature } from '#app/platform/feature.ts'
import { deleteExpired } from '#app/platform/maintenance/delete-expired.ts'

import { deviceTrustedNotice, trustCopiedNotice } from './notices.mail.ts'
import { trustedDeviceHistory } from './trusted-device-history.ts'

export const trustedDevicesFeature: Feature = {
  ownedTables: {
    trusted_devices: {
      file: 'trusted-devices.json',
      description: 'Devices that skip your second factor.',
      ownerColumn: 'user_id',
      orderColumn: 'id',
      columns: ['id', 'user_agent', 'country', 'created_at', 'last_used_at', 'expires_at'],
      excludedColumns: { token_hash: 'a secret' },
    },
  },

  async prune(db, now) {
    await deleteExpired(db, 'trusted_devices', { key: 'id', due: 'expires_at', through: now })
  },

  history: trustedDeviceHistory,
  mailPreviews: {
    deviceTrustedNotice: deviceTrustedNotice(30, null),
    trustCopiedNotice: trustCopiedNotice(),
  },
}
