export { changeRole } from './change-role.ts'
