import type { AttributeValue } from '#app/attributes.ts'

export interface AttributeField extends AttributeInfo {
  value: AttributeValue | null
}

/** An attribute of app/attributes.ts, in the reader's language. */
export interface AttributeInfo {
  name: string
  label: string
  hint: string | null
  /** `managed`: only the service changes it. */
  visibility: 'private' | 'public' | 'managed'
  input:
    | { type: 'text'; maxLength: number; autoComplete: string }
    | { type: 'number'; min: number | null; max: number | null; isInteger: boolean }
    /** ISO 8601. */
    | { type: 'date'; min: string | null; max: string | null }
    | { type: 'choice'; options: { value: string; label: string }[] }
    | { type: 'boolean' | 'url' }
}
