/** Preloaded into each measured server. */
import { reportUsage } from '#bench/visits/server-process.ts'

if (process.send) reportUsage()
