/** Events that one page of the list loads. Snapshots: app/platform/event-log/limits.ts. */
export const eventsPerPage = 50

export const maxSessionFilters = 30

/** Bars of the histogram. */
export const bucketCount = 120

/** Databases reject statements with many more UNION branches. */
export const maxUnionQueries = 200
