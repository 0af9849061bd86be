export { ProfileChange, updateProfileInformation } from './update-profile-information.ts'
