import type { Translator } from '@foyer/i18n'

import type { AttributeInfo } from '#app/custom-attributes/pages.ts'
import type { attributeField, RestorableField } from '#app/profile-fields.ts'
import type { EventDevice } from '#app/time-travel/pages.ts'

/** One labelled fact about an account, ready to display. */
export interface Fact {
  /** Stable across moments, for comparison: a name, and for items a space and their id. */
  key: string
  label: string
  value: string
  /** The restorable field behind it, if any. */
  field: RestorableField | ReturnType<typeof attributeField> | 'email' | null
}

/** A fact with the value null is not shown. */
export type FactRow = [key: string, label: string, value: string | null, field?: Fact['field']]

export interface FactContext {
  t: Translator
  timeZone: string
  /** Devices by session id. */
  devices: Record<string, EventDevice>
  languages: { code: string; name: string }[]
  attributes: AttributeInfo[]
}

export function sinceDate(context: FactContext, at: string | null): string | null {
  return at && context.t('Since {date}', { date: formatDate(context, at) })
}

export function formatDate({ t, timeZone }: FactContext, at: string): string {
  return t.date(at, { dateStyle: 'medium', timeStyle: 'short', timeZone })
}

export function factName({ key }: Pick<Fact, 'key'>): string {
  return key.split(' ', 1)[0] ?? key
}
