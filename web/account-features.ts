import type { Message, Translator } from '@foyer/i18n'

import type { AccountEventType } from '#app/account-events.ts'
import type { AccountState, CollectionField, EventKind, SecurityIssue } from '#app/pages.ts'
import { tokenFeature } from '#web/Pages/API/Partials/token-feature.ts'

/** A feature's labels and facts on the Dashboard and in Time Travel. */
export interface AccountFeature {
  /** The field of the account's state that lists the feature's items. */
  collection: CollectionField
  titles: Readonly<Partial<Record<AccountEventType, Message>>>
  kinds: Readonly<Partial<Record<EventKind, { label: Message; icon: string }>>>
  /** Keys start with `factKey` and a space. */
  facts(t: Translator, state: AccountState): { key: string; label: string; value: string }[]
  factKey: string
  /** The step of a takeover report, before and after it is done. */
  takeoverStep: { todo(t: Translator, count: number): string; done(t: Translator): string }
  securityFixes(t: Translator): Partial<Record<SecurityIssue, SecurityFix>>
}

export type SecurityFix = [description: string, buttonLabel: string, href: string]

export const accountFeatures: readonly AccountFeature[] = [tokenFeature]
