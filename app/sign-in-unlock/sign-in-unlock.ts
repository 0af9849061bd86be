export { requestUnlockLink } from './unlock-link.job.ts'
