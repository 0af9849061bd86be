export interface CustomAttributesSchema {
  user_attributes: UserAttributesTable
}

/** Values of the attributes in app/attributes.ts, and of those that were there. */
export interface UserAttributesTable {
  user_id: string
  name: string
  /** JSON. */
  value: string
  /** See `valueKey` in custom-attributes/read-attributes.ts. */
  value_key: string
  changed_at: number
}
