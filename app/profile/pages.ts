import type { OpenRecovery } from '#app/account-recovery/pages.ts'
import type { SessionPage } from '#app/browser-sessions/pages.ts'
import type { AttributeField } from '#app/custom-attributes/pages.ts'
import type { DataExport } from '#app/data-export/pages.ts'
import type { EmailAddresses } from '#app/email-addresses/pages.ts'
import type { PendingEmailChange } from '#app/email-change/pages.ts'
import type { NotificationSettingRow } from '#app/notifications/pages.ts'
import type { SoleOwnership } from '#app/pages.ts'
import type { PasskeyRow } from '#app/passkeys/pages.ts'
import type { PasswordSection } from '#app/password/pages.ts'
import type { LinkedAccountRow } from '#app/providers/pages.ts'
import type { TrustedDeviceRow } from '#app/trusted-devices/pages.ts'
import type { TwoFactor } from '#app/two-factor/pages.ts'

export interface ProfilePages {
  /** Each section has an address of its own, and its props; see app/profile/routes.ts. */
  'Profile/Show': AccountSection
}

export type AccountSection =
  | {
      section: 'profile'
      information: ProfileInformation
      /** The attributes that the person may see, with their values. */
      attributes: AttributeField[]
      emailChange: PendingEmailChange | null
      emailAddresses: EmailAddresses
      notificationSettings: NotificationSettingRow[]
    }
  | {
      section: 'security'
      password: PasswordSection
      twoFactor: TwoFactor
      /** A second factor is required, and the authenticator app is the account's only one. */
      cannotDisableTwoFactor: boolean
      passkeys: PasskeyRow[]
      /** Every provider of the settings, and others that are still linked. */
      linkedAccounts: LinkedAccountRow[]
      /** Devices that skip the second factor; the latest first. */
      trustedDevices: TrustedDeviceRow[]
      /** Somebody asked to recover the account without its mailbox; null when nobody did. */
      accountRecovery: OpenRecovery | null
    }
  | {
      section: 'devices'
      sessions: SessionPage
      /** A sign-in ends all other sessions. */
      singleSession: boolean
    }
  | { section: 'data'; dataExport: DataExport | null; soleOwnerships: SoleOwnership[] }

export interface ProfileInformation {
  memberSince: string
  maxPhotoMegabytes: number
}
