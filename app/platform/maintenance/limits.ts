import { day } from '#app/platform/lib/durations.ts'

/** How long dead jobs stay visible to the operator. */
export const deadJobRetentionMs = 30 * day

/** Older unsent broadcasts are outdated. */
export const broadcastRetentionMs = day

/** The lifetime of the device cookie. */
export const knownDeviceRetentionMs = 400 * day
