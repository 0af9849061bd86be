export { rebuildSnapshots } from './rebuild.ts'
