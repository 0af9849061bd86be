export { ProfilePatchForm, updateProfileInformation } from './update-profile-information.ts'
