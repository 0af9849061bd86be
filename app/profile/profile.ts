export { conflictMessages, profileOutputs } from './profile-schemas.ts'
export { ProfilePatchForm, updateProfileInformation } from './update-profile-information.ts'
