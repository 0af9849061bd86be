import type { DataExport } from '#app/data-export/pages.ts'
import type { SecondFactor } from '#app/pages.ts'

export interface TwoFactorPages {
  'Auth/TwoFactorChallenge': {
    by: ChallengeMethod
    /** The account's methods, the preferred one first. */
    methods: ChallengeMethod[]
    /** How long this device may be trusted; 0 offers no trust. */
    trustDays: number
  }
  /** Shown to accounts without a second factor where one is required. */
  'Auth/SecondFactor': {
    /** Whether this installation requires a second factor before anything else. */
    isRequired: boolean
    /** True once a second factor exists; recovery codes may be shown. */
    isDone: boolean
    returnTo: string
    twoFactor: TwoFactor
    dataExport: DataExport | null
  }
}

export type ChallengeMethod = SecondFactor | 'recovery-code'

export interface TwoFactor {
  /** Null while it is off. */
  enabledAt: string | null
  /** When the authenticator app was added; null without one. */
  appAddedAt: string | null
  /** Passkeys and security keys. */
  passkeyCount: number
  /** The factor that is asked for first. */
  preferred: SecondFactor
  /** This installation asks for a passkey even while it is off. */
  isRequired: boolean
  recoveryCodesLeft: number
  /** Enrollment has started but no code has been entered yet. */
  isEnrolling: boolean
  /** The secret for the authenticator app; null without a pending enrollment or a recent confirmation. */
  enrollment: {
    /** The QR code, as an SVG document. */
    svg: string
    /** The same as an `otpauth:` link. */
    link: string
    secret: string
  } | null
}
