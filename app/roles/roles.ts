export { changeRole } from './change-role.ts'
export { roleChangedNotice } from './role-changed.mail.ts'
