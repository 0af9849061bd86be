export { sessionPage } from './session-page.ts'
export { sessionRow, shownColumns } from './session-rows.ts'
