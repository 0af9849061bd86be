export { sessionPage } from './session-page.ts'
export { sessionRow, type SessionRecord, sessionColumns } from './session-row.ts'
