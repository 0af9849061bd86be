import type { Translator } from '@foyer/i18n'

import type { AttributeInfo } from '#app/custom-attributes/pages.ts'

/**
 * The value of an attribute as text; null for none.
 *
 * @param input  undefined for an attribute that is no longer declared
 */
export function attributeText(
  t: Translator,
  value: unknown,
  input?: AttributeInfo['input'],
): string | null {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (typeof value === 'number') return t.number(value, { maximumFractionDigits: 15 })
  if (typeof value !== 'string') return null
  if (input?.type === 'choice')
    return input.options.find((option) => option.value === value)?.label ?? value
  return input?.type === 'date' && isoDatePattern.test(value)
    ? t.date(value, { dateStyle: 'long', timeZone: 'UTC' })
    : value
}

const isoDatePattern = /^\d{4}-\d\d-\d\d$/
