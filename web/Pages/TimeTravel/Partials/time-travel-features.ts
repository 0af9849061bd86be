import type { Translator } from '@foyer/i18n'

import type { AccountState } from '#app/account-events.ts'
import type { TakeoverStep } from '#app/pages.ts'
import type { FactContext, FactRow } from '#web/components/time-travel/fact.ts'
import { tokenTimeTravel } from '#web/Pages/API/Partials/token-time-travel.ts'
import { attributeTimeTravel } from '#web/Pages/Profile/Partials/attribute-time-travel.ts'
import { emailAddressTimeTravel } from '#web/Pages/Profile/Partials/email-address-time-travel.ts'
import { linkedAccountTimeTravel } from '#web/Pages/Profile/Partials/linked-account-time-travel.ts'
import { passkeyTimeTravel } from '#web/Pages/Profile/Partials/passkey-time-travel.ts'
import { photoTimeTravel } from '#web/Pages/Profile/Partials/photo-time-travel.ts'
import { trustedDeviceTimeTravel } from '#web/Pages/Profile/Partials/trusted-device-time-travel.ts'
import { twoFactorTimeTravel } from '#web/Pages/Profile/Partials/two-factor-time-travel.ts'
import { teamTimeTravel } from '#web/Pages/Teams/Partials/team-time-travel.ts'

/** A feature's facts and takeover step. Apart from `AccountFeature`, which every member page loads. */
export interface TimeTravelFeature {
  facts(state: AccountState, context: FactContext): FactRow[]
  /** The name of the fact that phones show without a click. */
  primaryFact?: string
  takeoverStep?: FeatureTakeoverStep
}

/** The step of a takeover report, before and after it is done. */
interface FeatureTakeoverStep {
  step: TakeoverStep['step']
  todo(t: Translator, count: number): string
  done(t: Translator): string
}

export const timeTravelFeatures: readonly TimeTravelFeature[] = [
  passkeyTimeTravel,
  linkedAccountTimeTravel,
  emailAddressTimeTravel,
  twoFactorTimeTravel,
  trustedDeviceTimeTravel,
  tokenTimeTravel,
  teamTimeTravel,
  photoTimeTravel,
  attributeTimeTravel,
]
