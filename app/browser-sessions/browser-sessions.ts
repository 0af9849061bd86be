export { sessionPage } from './session-page.ts'
export { sessionRow, type Shown, shownColumns } from './session-rows.ts'
