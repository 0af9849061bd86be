import { type Profile, profileFieldNames } from '#app/profile-fields.ts'

type ProfilePatch = { [Field in keyof Profile]?: Profile[Field] | undefined }

/** The profile fields of a row or form; fields that it lacks are left out. */
export function pickProfile(row: Profile): Profile
export function pickProfile(row: ProfilePatch): Partial<Profile>
export function pickProfile(row: ProfilePatch): Partial<Profile> {
  return Object.fromEntries(
    profileFieldNames.flatMap((field) => (row[field] === undefined ? [] : [[field, row[field]]])),
  )
}
