import type { Reporter } from 'knip'

/** Reports the file count to `npm run check`, as proof that knip read our files. */
const reportFileCount: Reporter = ({ counters }) => console.log(`read ${counters.total} files`)

export default reportFileCount
