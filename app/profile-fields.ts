/** A field of the profile. Its key below is its column, its form field, and its key in events, states, the API and the export. */
type ProfileFieldRow = {
  /** A required field is never null. */
  isRequired: boolean
} & (
  | { input: 'text'; maxLength: number; autoComplete: string }
  | { input: 'language' | 'timezone' }
)

/** In the order of the form. Schemas and sentences: app/profile/profile-schemas.ts and web/lib/profile-field-labels.ts. */
export const profileFields = {
  name: { isRequired: true, input: 'text', maxLength: 255, autoComplete: 'name' },
  /** BCP 47; null follows the browser. */
  locale: { isRequired: false, input: 'language' },
  /** An IANA name; null follows the browser. */
  timezone: { isRequired: false, input: 'timezone' },
} as const satisfies Record<string, ProfileFieldRow>

export type ProfileField = keyof typeof profileFields

export type Profile = {
  [Field in ProfileField]: (typeof profileFields)[Field]['isRequired'] extends true
    ? string
    : string | null
}

export const profileFieldNames = Object.keys(profileFields) as ProfileField[]

/** Fields that Time Travel can restore. */
export const restorableFields = ['photo', 'mutedNotifications', ...profileFieldNames] as const

export type RestorableField = (typeof restorableFields)[number]

/** An attribute's field in the form that restores it, as it may be named like a field above. */
export const attributeField = (name: string) => `attribute:${name}` as const

/** The profile of an account that has not set anything. */
export const emptyProfile = Object.fromEntries(
  profileFieldNames.map((field) => [field, profileFields[field].isRequired ? '' : null]),
) as Profile
