import { minute } from '#app/platform/lib/durations.ts'

/** After this many failures a job is dead. */
export const maxJobAttempts = 8

/** The longest wait between two attempts. */
export const maxBackoffMs = 6 * 60 * minute

/** How long a worker has a job before another may take it. */
export const leaseMs = 60_000

/** Jobs that one runner runs at a time. */
export const maxConcurrentJobs = 2

/** Jobs of one lane that one runner runs at a time. */
export const maxConcurrentJobsOfLane = 3

/** Jobs of all lanes with the same prefix that one runner runs at a time. Fewer than half of `maxExternalJobs`: there are two prefixes. */
export const maxConcurrentJobsOfPrefix = 4

/** How often a runner looks for due jobs without being woken. */
export const jobPollMs = 5000
