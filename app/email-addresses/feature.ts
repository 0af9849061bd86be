import { additionalAddresses } from '#app/platform/auth/email-owner.ts'
import type { Feature } from '#app/platform/feature.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { sampleMailData } from '#app/platform/mail/mail-preview.ts'
import { route } from '#app/platform/route.ts'

import { confirmAddressMail } from './confirm-address.mail.ts'
import { emailAddressHistory, emailAddressTakeover } from './email-address-history.ts'
import {
  addressAddedNotice,
  addressMadePrimaryNotice,
  addressRemovedMail,
  addressRemovedNotice,
} from './notices.mail.ts'

const exampleLink = route('email-address.confirm', { token: sampleMailData.token })
const example = { email: 'ada@new.example', isRecoveryOnly: false }

export const emailAddressesFeature: Feature = {
  ownedTables: {
    additional_addresses: {
      file: 'email-addresses.json',
      description: 'Your email addresses beside the primary one.',
      ownerColumn: 'user_id',
      orderColumn: 'id',
      columns: ['id', 'email', 'is_recovery_only', 'created_at'],
      excludedColumns: {
        email_key: 'the address once more, in the form it is compared in',
      },
    },
  },

  async baseline(tx, userId) {
    const rows = await additionalAddresses(tx, userId)
    return {
      emailAddresses: Object.fromEntries(
        rows.map(({ id, createdAt, ...row }) => [id, { ...row, addedAt: toIso(createdAt) }]),
      ),
    }
  },

  history: emailAddressHistory,
  takeover: emailAddressTakeover,
  mailPreviews: {
    addressAddedNotice: addressAddedNotice(example),
    addressRemovedNotice: addressRemovedNotice(example.email),
    addressMadePrimaryNotice: addressMadePrimaryNotice(example.email),
    addressRemovedMail: (mailWriter) => addressRemovedMail(mailWriter, null),
    confirmAddressMail: (mailWriter) => confirmAddressMail(mailWriter, exampleLink, example),
  },
}
