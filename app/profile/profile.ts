export { conflictMessages, profileOutputs } from './profile-fields.ts'
export { ProfilePatchForm, updateProfileInformation } from './update-profile-information.ts'
