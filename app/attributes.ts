/** The stored value of an attribute. A date is ISO 8601, a choice the value of its option. */
export type AttributeValue = string | number | boolean

interface AttributeText {
  /** 1 to 40 of a–z, 0–9 and `_`, a letter first. Never change it: stored values, events and the API use it. */
  name: string
  /** English, like all texts here; `npm run translations` lists them for the other languages. */
  label: string
  /** One line below the field. */
  hint?: string
}

/**
 * private   the person edits it; only the person and the service see it
 * public    the person edits it; others who may see the person see it, too
 * managed   only the service changes it; the person sees it with `shown`
 */
type AttributeVisibility =
  | { visibility: 'private' | 'public' }
  | { visibility: 'managed'; shown: boolean }

export type AttributeType =
  | {
      /** One line. */
      type: 'text'
      /** At most 500. */
      maxLength: number
      /** For the browser, such as `organization` or `tel`; without it, `off`. */
      autoComplete?: string
      /** A pattern, and the message for text that does not match it. */
      format?: { pattern: RegExp; message: string }
    }
  | { type: 'number'; min?: number; max?: number; isInteger?: boolean }
  | { type: 'boolean' }
  | { type: 'choice'; options: readonly { value: string; label: string }[] }
  /** `min` and `max`: ISO 8601, such as 2026-05-03. */
  | { type: 'date'; min?: string; max?: string }
  /** An address of the web, `https:` or `http:`. */
  | { type: 'url' }

export type Attribute = AttributeText & AttributeVisibility & AttributeType

/**
 * The data about people that this installation stores beside the profile, in the order of the form, without a migration: see
 * docs/custom-attributes.md. For example:
 *
 *   { name: 'company', label: 'Company', visibility: 'public', type: 'text', maxLength: 100, autoComplete: 'organization' },
 *   { name: 'crm_id', label: 'Customer number', visibility: 'managed', shown: false, type: 'text', maxLength: 40 },
 */
export const attributes: readonly Attribute[] = []
