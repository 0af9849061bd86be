import { profileFieldNames } from '#app/profile-fields.ts'

/** The profile fields, for queries that join `users` with another table. */
export const profileColumns = profileFieldNames.map((field) => `users.${field}` as const)
