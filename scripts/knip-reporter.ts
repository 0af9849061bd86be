import type { Reporter } from 'knip'

/** Tells `npm run check` that knip saw our files. */
const reportFileCount: Reporter = ({ counters }) => console.log(`read ${counters.total} files`)

export default reportFileCount
