export { conflictMessages, profileOutputs } from './profile-schemas.ts'
export { type ProfilePatch, ProfilePatchForm, updateProfile } from './update-profile-information.ts'
