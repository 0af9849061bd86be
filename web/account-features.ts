import type { Message, Translator } from '@foyer/i18n'

import type { AccountEventType } from '#app/account-events.ts'
import type { AccountState, EventKind, Pages, SecurityIssue, TakeoverStep } from '#app/pages.ts'
import { tokenFeature } from '#web/Pages/API/Partials/token-feature.ts'
import { linkedAccountFeature } from '#web/Pages/Profile/Partials/linked-account-feature.ts'
import { passkeyFeature } from '#web/Pages/Profile/Partials/passkey-feature.ts'
import { photoFeature } from '#web/Pages/Profile/Partials/photo-feature.ts'
import { twoFactorFeature } from '#web/Pages/Profile/Partials/two-factor-feature.ts'
import type { FactContext, FactRow } from '#web/Pages/TimeTravel/Partials/fact.ts'

/** A feature's page in the navigation, its labels and facts on the Dashboard and in Time Travel, and its actions. */
export interface AccountFeature {
  navigation?: { page: keyof Pages; href(): string; label: Message; icon: string }
  events: Readonly<Partial<Record<AccountEventType, EventInfo>>>
  kinds?: Readonly<Partial<Record<EventKind, { label: Message; icon: string }>>>
  facts(state: AccountState, context: FactContext): FactRow[]
  /** The name of the fact that phones show without a click. */
  primaryFact?: string
  takeoverStep?: FeatureTakeoverStep
  securityFixes?(t: Translator): Partial<Record<SecurityIssue, SecurityFix>>
  /** For the command palette, which lists the page of `navigation` by itself. */
  actions?(t: Translator): { label: string; href: string }[]
}

export interface EventInfo {
  /** The props of any page that the event makes outdated. */
  invalidates?: readonly PropName[]
}

/** The step of a takeover report, before and after it is done. */
interface FeatureTakeoverStep {
  step: TakeoverStep['step']
  todo(t: Translator, count: number): string
  done(t: Translator): string
}

export type PropName =
  | 'auth'
  | { [Page in keyof Pages]: Extract<KeyOf<Pages[Page]>, string> }[keyof Pages]

/** The keys of every member of a union. */
type KeyOf<T> = T extends unknown ? keyof T : never

export type SecurityFix = [description: string, buttonLabel: string, href: string]

export const accountFeatures: readonly AccountFeature[] = [
  passkeyFeature,
  linkedAccountFeature,
  twoFactorFeature,
  tokenFeature,
  photoFeature,
]
