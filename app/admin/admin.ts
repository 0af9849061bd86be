export { type AccountChange, accountChanges } from './change-account.ts'
