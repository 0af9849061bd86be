import type { Message, Translator } from '@foyer/i18n'

import type { AccountEventType } from '#app/account-events.ts'
import type { AccountState, CollectionField, EventKind, Pages, SecurityIssue } from '#app/pages.ts'
import { tokenFeature } from '#web/Pages/API/Partials/token-feature.ts'

/** A feature's page in the navigation, and its labels and facts on the Dashboard and in Time Travel. */
export interface AccountFeature {
  navigation?: { page: keyof Pages; href(): string; label: Message; icon: string }
  titles: Readonly<Partial<Record<AccountEventType, Message>>>
  /** The props of any page that an event makes outdated. */
  invalidatedProps: Readonly<Partial<Record<AccountEventType, readonly PropName[]>>>
  kinds: Readonly<Partial<Record<EventKind, { label: Message; icon: string }>>>
  /** The field of the account's state that lists the feature's items. */
  collection: CollectionField
  /** Keys start with `factKey` and a space. */
  facts(t: Translator, state: AccountState): { key: string; label: string; value: string }[]
  factKey: string
  /** The step of a takeover report, before and after it is done. */
  takeoverStep: { todo(t: Translator, count: number): string; done(t: Translator): string }
  securityFixes(t: Translator): Partial<Record<SecurityIssue, SecurityFix>>
}

export type PropName =
  | 'auth'
  | { [Page in keyof Pages]: Extract<keyof Pages[Page], string> }[keyof Pages]

export type SecurityFix = [description: string, buttonLabel: string, href: string]

export const accountFeatures: readonly AccountFeature[] = [tokenFeature]
