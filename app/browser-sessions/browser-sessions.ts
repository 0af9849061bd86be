export { listSessions } from './session-list.ts'
export { sessionRow, type SessionRecord, sessionColumns } from './session-row.ts'
