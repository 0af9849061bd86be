export interface CustomAttributesSchema {
  user_attributes: UserAttributesTable
}

/** Values of attributes, also of those that app/attributes.ts no longer declares. */
export interface UserAttributesTable {
  user_id: string
  name: string
  /** JSON. */
  value: string
  /** See `valueKey` in custom-attributes/read-attributes.ts. */
  value_key: string
  changed_at: number
}
